import sys


def run(n):
    composite = [False] * n
    count = 0
    i = 2
    while i < n:
        if not composite[i]:
            count = count + 1
            j = i + i
            while j < n:
                composite[j] = True
                j = j + i
        i = i + 1
    return count


run(int(sys.argv[1]))
