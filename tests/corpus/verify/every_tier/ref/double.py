def double(s):
    print("noise that is no answer")
    return s + s
