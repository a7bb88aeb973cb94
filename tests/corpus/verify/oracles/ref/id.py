import math

def same(x):
    assert isinstance(x, float) or isinstance(x, int)
    return x

def made(n):
    return [math.nan, math.inf, -math.inf][n]

def spaced(p):
    return {"value": p["value"], "tag": "Some"} if p["tag"] == "Some" else p

def divide(x):
    return 10 // x
