"""The pages behind the link with which people confirm an address for notifications.

The link only shows a button: programs that look into mails open links, and press nothing.
"""

PATH = "/confirm/{table}/{code}"

ASK = (
    "<p>Send notices of your turn to this address?"
    "<p>Envoyer les avis de tour à cette adresse ?"
    "<p>Hinweise auf deinen Zug an diese Adresse senden?"
    '<form method="post"><button>Yes · Oui · Ja</button></form>'
)
CONFIRMED = "<p>Confirmed.<p>Confirmé.<p>Bestätigt."
UNKNOWN = (
    "<p>This link is not valid any more.<p>Ce lien n’est plus valable."
    "<p>Dieser Link gilt nicht mehr."
)


def page(body: str) -> bytes:
    """Return a whole page."""
    head = '<!doctype html><meta charset="utf-8"><title>Ilôs</title><h1>Ilôs</h1>'
    return (head + body).encode()
