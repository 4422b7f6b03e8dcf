/** Texts that programs stumble over. */
export const junk = [
  '',
  ' ',
  '\u0000',
  'x',
  '🎧',
  '\ufffd',
  '\ud800',
  'x'.repeat(5_000),
  '../..',
  '%00',
  '%zz',
  "' OR 1=1",
  '-1',
  '1e400',
  'null',
  '__proto__',
  'constructor',
  'constructor_1',
  'toString',
  'prototype',
  '\u202e',
  '\r\nx: y',
  '<script>',
  'javascript:alert(1)',
  'http://',
  'https://☃.example/\r\nx',
  '0193b5a0-0000-7000-8000-000000000000',
] as const

/**
 * JSON of values that break whoever writes them as text, copies them or believes what they say of
 * themselves.
 */
export const treacherous = [
  '{"toString":"x"}',
  '{"toString":1,"valueOf":1}',
  '{"toJSON":"x","then":"x"}',
  '{"__proto__":{"toString":"x"}}',
  '{"constructor":{"prototype":{"x":1}}}',
  '{"hasOwnProperty":1,"length":3}',
  '[{"to\\u0053tring":"x"}]',
  '["x"]',
  '{}',
] as const

/** Values that JSON can hold and a route does not expect. */
export const odd = [
  null,
  ...treacherous.map((json): unknown => JSON.parse(json)),
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  [],
  {},
  [[]],
  [null],
  { a: { b: 1 } },
  ...junk,
] as const

/** Bytes that are not UTF-8. */
export const brokenText = new Uint8Array([0x61, 0x3d, 0xff, 0xfe, 0xc3, 0x28, 0x00, 0xed, 0xa0, 0x80])

/** Parts of an address as they stand there, percent-encoding and all. */
export const junkParts = ['%zz', '%', '%ff', '%c3%28', '%00', '%2e%2e', '%2f', ';', '__proto__', '*', ':id'] as const

/** Types of bodies, of which a route takes one at most. */
export const types = [
  'application/json',
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=x',
  'application/offset+octet-stream',
  'text/plain',
  'nonsense',
  '',
] as const

/** Bodies that are malformed in the format their type names. */
export const brokenBodies = [
  '',
  '{',
  '[]',
  'null',
  '{"a":1',
  '{"__proto__":{"a":1}}',
  '['.repeat(20_000),
  'a[b][c][d][e]=1&a[b]=2&a=3',
  'a=1&a=2&a[]=3',
  `a${'[b]'.repeat(500)}=1`,
  '__proto__[a]=1&constructor[prototype][a]=1',
  '%zz=%&=&&[]=[&]=x',
  'choice=constructor',
  'choice=__proto__',
  'choice=%ff%00',
  '--x\r\n',
  '--x\r\ncontent-disposition: form-data; name="choice"\r\n\r\napprove',
  '--x\r\ncontent-disposition: form-data\r\n\r\n\r\n--x--\r\n',
  brokenText,
] as const
