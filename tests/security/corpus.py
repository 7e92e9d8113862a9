"""Hostile text: script, markup, SQL, paths, odd Unicode. Each line was someone's hole once."""

SCRIPT = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "<svg/onload=alert(1)>",
    "javascript:alert(1)",
    "{{constructor.constructor('alert(1)')()}}",
    "${alert(1)}",
    "</title><script>alert(1)</script>",
    "<a href='data:text/html;base64,PHNjcmlwdD4='>x</a>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "<iframe srcdoc='<script>alert(1)</script>'>",
    "\\u003cscript\\u003e",
    "%3Cscript%3E",
)
SQL = (
    "' OR '1'='1",
    "'; DROP TABLE tables; --",
    '" OR ""="',
    "1; SELECT pg_sleep(10)",
    "' UNION SELECT secret FROM tables --",
    "') OR 1=1 --",
    "%' AND 1=0 UNION SELECT hash FROM tokens --",
    "x'||(SELECT secret FROM tables LIMIT 1)||'",
    "\\'; VACUUM; --",
    ":table",
    "%(table)s",
    "$1",
    "?",
)
PATHS = (
    "../../../etc/passwd",
    "..%2f..%2fetc%2fpasswd",
    "%2e%2e/%2e%2e/etc/passwd",
    "....//....//etc/passwd",
    "..\\..\\windows\\win.ini",
    "/etc/passwd",
    "C:\\boot.ini",
    "file:///etc/passwd",
    "assets/../../app.py",
    "assets/%2e%2e/%2e%2e/settings.py",
    "index.html\x00.js",
    "index.html%00",
    ".",
    "..",
    "~root",
    "aux",
)
UNICODE = (
    "\u202egnp.exe",  # right to left
    "A\u200bna",  # zero width
    "a" + "\u0301" * 300,  # a tower of marks
    "\x00null",
    "line\nbreak",
    "line\u2028separator",
    "\r\nSet-Cookie: x=1",
    "\x1b[31mred",
    "\ufeffbom",
    "\U000e0041tag",
    "𝓐𝓷𝓪",
    "ﷺ" * 20,
    "👩‍👩‍👧‍👦",
    "\ud7ff\ue000",
    "İıſ",
)
ALL = (*SCRIPT, *SQL, *PATHS, *UNICODE)
