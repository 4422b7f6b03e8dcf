import { expect, test } from 'bun:test'
import { attachmentHeader } from '../../src/platform/http/answer/attachment.ts'

test.each([
  ['Nova - First Light.zip', 'Nova - First Light.zip', 'Nova%20-%20First%20Light.zip'],
  ['Café Ånd.zip', 'Cafe And.zip', 'Caf%C3%A9%20%C3%85nd.zip'],
  ['夜 (original).zip', '_ (original).zip', '%E5%A4%9C%20%28original%29.zip'],
  ['It\'s *7%* "x".zip', "It's *7_* _x_.zip", 'It%27s%20%2A7%25%2A%20%22x%22.zip'],
  ['a\\b\r\nSet-Cookie: x.zip', 'a_b_Set-Cookie: x.zip', 'a%5Cb%0D%0ASet-Cookie%3A%20x.zip'],
])('%j is saved under that name, and in ASCII by old programs', (name, ascii, whole) => {
  expect(attachmentHeader(name)).toBe(`attachment; filename="${ascii}"; filename*=UTF-8''${whole}`)
})
