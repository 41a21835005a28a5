import sys


class Node:
    def __init__(self):
        self.value = 0
        self.next = None


def run(n):
    first = None
    i = 0
    while i < n:
        node = Node()
        node.value = i
        node.next = first
        first = node
        i = i + 1
    total = 0
    rounds = 0
    while rounds < 10:
        at = first
        while at is not None:
            total = total + at.value
            at = at.next
        rounds = rounds + 1
    return total


run(int(sys.argv[1]))
