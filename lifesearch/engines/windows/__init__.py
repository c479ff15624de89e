"""Improve a predecessor of a picture window by window, so that fewer cells are wrong.

The cells of a window are changed, and all others stay as they are, so that as few cells as possible
are wrong among those that the window reaches. A window is a few rows high and may be very long:
tables go through its columns and find the best of all its 2^(rows * columns) contents at once.

kernel   the best content of one window, cell by cell
window   one window, by the kernel; limits says how large
patch    a part of the picture, in which windows are improved where cells are wrong
"""
