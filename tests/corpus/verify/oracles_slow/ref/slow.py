import time

def sleeps(x):
    time.sleep(60)
    return x
