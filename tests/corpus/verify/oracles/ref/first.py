import json, sys

json.dump(json.load(sys.stdin)[0], sys.stdout)
