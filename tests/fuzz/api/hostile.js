// Values that nobody should send. {text} is a string, {raw} stands in JSON as it is, and {bytes} is
// what a form or a query carries percent-encoded; a value has what it can be written as.

const decimals = `0 -0 -1 0.1 1e5 1E+308 -1e-400 1e999 0x10 1_000 +1 01 00 1. .5 1..1 1,5 ½ ١٢ NaN
  Infinity -Infinity 0.000000000000000001 0.0000000000000000001 0.00000001 1000000000
  99999999999999999999 99999999999999999999.999999999999999999 100000000000000000000
  170141183460469231731.687303715884105727 170141183460469231731.687303715884105728
  -170141183460469231731.687303715884105728 1.000000000000000000000000`;

const integers = `1 2 127 128 255 256 32767 32768 -32768 -32769 65535 65536 2147483647 2147483648
  -2147483648 -2147483649 4294967295 4294967296 253402300799 253402300800 9007199254740993
  8640000000000000 9223372036854775 9223372036854776 9223372036854775807 9223372036854775808
  -9223372036854775808 -9223372036854775809 18446744073709551615 18446744073709551616`;

const words = (text) => text.split(/\s+/);

export const numbers = [
  ...words(decimals),
  ...words(integers),
  "9".repeat(40),
  `1${"0".repeat(300)}`,
  `0.${"0".repeat(300)}1`,
];

const texts = [
  "",
  " ",
  " 1",
  "1 ",
  "null",
  "undefined",
  "true",
  "[]",
  "\\",
  '"',
  "%s%n%x%d",
  "' or '1'='1",
  "1; --",
  "a\u0000b",
  "\u0000",
  "\u0001\u001f\u007f",
  "\r\nX-Fuzz: 1",
  "\n",
  "𝒳😀👩‍👩‍👧",
  "\u202eabc\u202c",
  "\ufeffBOM",
  "e\u0301\u0301\u0301",
  "\uffff\ufffe",
  "<script>alert(1)</script>",
  "{{7*7}}${7*7}",
  "../../../../fuzz",
  "BTCUSDT\u0000",
  "btcusdt",
  "Cambio:",
  "A".repeat(64),
  "A".repeat(65),
  "é".repeat(128),
  "é".repeat(129),
  "z".repeat(5000),
  "USDT".repeat(3000),
  "a@b",
  "fuzz@exämple.com",
  `${"a".repeat(250)}@example.com`,
  '"a b"@example.com',
  "+999999999999999999",
  "+1",
  "data:image/png;base64,",
  "data:image/png;base64,iVBORw0KGgo=",
  "data:image/jpeg;base64,!!!!",
  `0x${"0".repeat(40)}`,
  `0x${"f".repeat(130)}`,
  "0000-00-00",
  "2026-02-30",
  "2000-01-01",
  "1970-01-01",
  "9999-12-31",
  "10000-01-01",
  "v4.public.AAAA",
];

// A surrogate without its other half: an escape in JSON, the bytes that it would have in a form.
const surrogates = [
  { raw: '"\\ud800"', bytes: "%ED%A0%80" },
  { raw: '"x\\udc00x"', bytes: "x%ED%B0%80x" },
  { raw: '"\\ud83d\\ud83d\\ude00"', bytes: "%ED%A0%BD%F0%9F%98%80" },
];
const broken = [
  { bytes: "%FF%FE" },
  { bytes: "%C0%80" },
  { bytes: "%" },
  { bytes: "%G1" },
  { bytes: "%00" },
  { raw: '"\\u12"' },
  { raw: '"\\x41"' },
  { raw: '"open' },
  { raw: "'single'" },
];
const structures = [
  "null",
  "true",
  "false",
  "[]",
  "{}",
  "[1]",
  '["BTCUSDT"]',
  '[["a"],["b"]]',
  '{"$ne":null}',
  '{"a":{"b":[null,{"c":1}]}}',
  "[".repeat(3000) + "]".repeat(3000),
  "-",
  "1e",
  "--1",
  "NaN",
  "undefined",
].map((raw) => ({ raw }));

/** A value of the wrong kind, of the wrong size, or none at all. */
export function hostileValue(random) {
  switch (
    random.weighted({
      number: 4,
      digits: 3,
      text: 4,
      surrogate: 1,
      broken: 1,
      structure: 3,
    })
  ) {
    case "number":
      return { raw: random.pick(numbers) };
    case "digits":
      return { text: random.pick(numbers) };
    case "text":
      return { text: random.pick(texts) };
    case "surrogate":
      return random.pick(surrogates);
    case "broken":
      return random.pick(broken);
    default:
      return random.pick(structures);
  }
}

const encoded = (text) => encodeURIComponent(text).replaceAll("%20", "+");

/** As it stands in JSON. */
export const asJson = ({ text, raw, bytes }) =>
  raw ?? JSON.stringify(text ?? bytes);

/** As it stands in a query or a form. */
export const asForm = ({ text, raw, bytes }) => bytes ?? encoded(text ?? raw);

export const hostileHeaders = [
  { "Content-Encoding": "gzip" },
  { Expect: "100-continue" },
  { Accept: "text/xml, image/*;q=0.1" },
  { "Accept-Language": "zz-ZZ,*;q=0.00001,\u00ff\u00fe" },
  { "Accept-Language": "a,".repeat(500) },
  { Cookie: `a; b==; =c; ${"d=e; ".repeat(100)}` },
  { Cookie: "x".repeat(3000) },
  { Cookie: "x".repeat(9000) },
  { Authorization: "Basic Zm9vOmJhcg==" },
  { Authorization: "Bearer" },
  { Authorization: `Bearer ${"v4.public.".repeat(50)}` },
  { Authorization: "bearer v4.public.AAAAAAAAAAAAAAAAAAAAAAAA" },
  { "X-Forwarded-For": "1.2.3.4, ' or 1=1" },
  { "X-Real-IP": "::1" },
  { "X-Original-URI": "/internal/metrics" },
  { "X-Request-Id": "../../fuzz" },
  { "X-HTTP-Method-Override": "DELETE" },
  { "User-Agent": "" },
  { "User-Agent": "\u00e9\u00ff<b>%00" },
  { "User-Agent": "M".repeat(4000) },
  { Host: "fuzz.example:99999" },
  { Range: "bytes=0-0" },
  { "If-Modified-Since": "Thu, 01 Jan 1970 00:00:00 GMT" },
  { "If-None-Match": "*" },
  { Origin: "null" },
  { Proxy: "http://127.0.0.1:1" },
  { "Sec-WebSocket-Protocol": "cambio.fuzz" },
];

export const contentTypes = [
  "application/json; charset=utf-16",
  "application/json;;;",
  "APPLICATION/JSON",
  "text/plain",
  "text/json",
  "application/xml",
  "multipart/form-data; boundary=fuzz",
  "multipart/form-data",
  "application/x-www-form-urlencoded; charset=latin1",
  "application/octet-stream",
  "\u00ff",
  "",
];

export const malformedBodies = [
  "{",
  "}",
  "[]",
  "[1,2]",
  "null",
  '"text"',
  "{}{}",
  '{"a":1,}',
  '{"a" 1}',
  "{a:1}",
  '{"":1}',
  '{"a\\u0000":1}',
  `{"${"n".repeat(65)}":1}`,
  `{${Array.from({ length: 101 }, (_, i) => `"f${i}":1`).join(",")}}`,
  "[".repeat(30_000),
  '{"a":'.repeat(10_000),
  "&&&=&=&",
  "a=%",
  "%00=1",
  "=1",
  Buffer.from([0xff, 0xfe, 0x00, 0x7b]),
  Buffer.alloc(1000),
  '--fuzz\r\nContent-Disposition: form-data; name="name"\r\n\r\nBTCUSDT\r\n--fuzz--\r\n',
  '--fuzz\r\nContent-Disposition: form-data; name="name"; filename="a"\r\n\r\n',
];
