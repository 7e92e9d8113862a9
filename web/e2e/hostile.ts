/** Texts that want to be script: each payload in each wrapping, about five hundred. */

/** What they would run if a page let them: the tests listen for it. */
const RUNS = ['alert(1)', 'alert`1`', 'window.ran=1', "fetch('//evil.example')"];

const PAYLOADS = RUNS.flatMap((run) => [
  `<script>${run}</script>`,
  `<ScRiPt >${run}</ScRiPt>`,
  `<img src=x onerror=${run}>`,
  `<svg onload=${run}>`,
  `<svg><script>${run}</script></svg>`,
  `<iframe srcdoc="<script>${run}</script>">`,
  `<a href="javascript:${run}">x</a>`,
  `<body onload=${run}>`,
  `<details open ontoggle=${run}>`,
  `<input autofocus onfocus=${run}>`,
  `<video><source onerror=${run}></video>`,
  `<math><mi xlink:href="javascript:${run}">`,
  `<object data="javascript:${run}">`,
  `<style>*{background:url("javascript:${run}")}</style>`,
  `<p style="animation:x" onanimationstart=${run}>`,
  `javascript:${run}`,
  `{{constructor.constructor('${run}')()}}`,
  `{@html "<img src=x onerror=${run}>"}`,
  `\${${run}}`,
]);

const WRAPS: ((text: string) => string)[] = [
  (text) => text,
  (text) => `"><${text}`,
  (text) => `'-->${text}`,
  (text) => `</title></textarea></style>${text}`,
  (text) => `]]>${text}<!--`,
  (text) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  (text) => text.replaceAll('<', '\\u003c'),
];

export const HOSTILE = PAYLOADS.flatMap((text) => WRAPS.map((wrap) => wrap(text)));

/** Names have 24 characters at most: these fit. */
export const NAMES = [
  '<script>alert(1)</script',
  '<img src=x onerror=a()>',
  '<svg onload=alert(1)>',
  '"onmouseover=alert(1) x',
  "'><b onclick=alert(1)>",
  '</title><script>',
  '<a href=javascript:a()>',
  '{{alert(1)}}',
  '{@html "<b>"}',
  '${alert(1)}',
  '&lt;script&gt;x',
  '<!--<script>',
  ']]><svg/onload=a()>',
  'javascript:alert(1)',
  '<style>*{color:red}',
];

/** Addresses a link could have. */
export const ADDRESSES = [
  '#/<script>alert(1)</script>',
  '#/t/<img src=x onerror=alert(1)>',
  '#/t/%3Cscript%3Ealert(1)%3C%2Fscript%3E',
  '#/replay/"><svg onload=alert(1)>',
  '#/t/abc?key=<script>alert(1)</script>&code="><img src=x onerror=alert(1)>',
  '#javascript:alert(1)',
  '#/t/%E0%A4%A',
  '?<script>alert(1)</script>',
];
