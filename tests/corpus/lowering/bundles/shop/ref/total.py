def total(cart):
    return sum(item["cents"] for item in cart["items"])
