// A class without members: what a run costs before there is anything to prove.

class Empty { }
