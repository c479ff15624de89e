"""Random soups: run them until they settle, and identify and count what is left.

search      the entry: soups of a range, their objects, their census
seeds       soup number i of a seed: shapes, symmetries; `layout`: the same for kernels
settle      run one soup until it settles (kernel); `border`, `departed`: ships that leave the board
kernel      one generation of a board; `boards`: whole boards; `components`: taking boards apart
records     components as the kernel writes them; `objects`: their identity, by the simulator
census      counts of objects, which add up
bulk        thousands of soups at once, to find the few with rare periods
worker      tasks and reports of worker processes; `limits`: the size of a soup
"""
