import os, sys, time

def raises(x):
    raise ValueError("on purpose")

def exits(x):
    sys.exit(3)

def quiet(x):
    os._exit(0)

def killed(x):
    os.kill(os.getpid(), 9)

def texts(x):
    return "one"

def odd(x):
    return 1.5

def unserialisable(x):
    return {1, 2}

def forks(x):
    if os.fork() == 0:
        os.setsid()
        time.sleep(60)
        os._exit(0)
    return x

def floods(x):
    while True:
        os.write(2, b"x" * 65536)

def disagrees(x):
    return x + 1
