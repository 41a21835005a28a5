import sys


def run(n):
    if n < 2:
        return n
    return run(n - 1) + run(n - 2)


run(int(sys.argv[1]))
