"""The base of all packages: errors, limits, words, files, signals; nothing about Life.

errors, exit_status        what can go wrong, and the exit status of a command
failure, startup           errors that no command handles; the first lines of the program
shell                      words quoted for a shell
signals                    Ctrl-C and SIGTERM
limits, require, memory    how large anything may be; checks of values; memory of processes
text, streams              words for people; output without control characters
facts, tables              facts of an answer, described once, and tables of them
folders, file_lock, regular_file   the user's folders, locks, files of unknown origin
lazy_import, garbage       loading modules on use; the garbage collector
"""
