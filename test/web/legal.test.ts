import { expect, test } from 'bun:test'
import { startServer } from '../support/server.ts'

const address = '## Who runs this\r\n\r\nNova Recordings\r\nLindenstraße 12\r\n10969 Berlin'
const wrapped =
  'The platform of the European Union for disputes stood at one address,\nhttps://ec.example/odr, until 2025.'
const hostile = '<script>alert(1)</script>\n\n[press](javascript:alert(1))'
const table = '| Who | Where |\n| --- | --- |\n| Stripe | Ireland |'

test('a legal text keeps the lines of an address, links what is an address, and has no HTML of its own', async () => {
  const env = {
    IMPRINT: `${address}\n\n${wrapped}`,
    PRIVACY_POLICY: `${hostile}\n\n${table}`,
    TERMS: '# Rules\n\nBe kind.',
  }
  await using svc = await startServer({ env })
  const text = async (path: string) => /<main[\s\S]*<\/main>/.exec((await svc.call('GET', path)).text)?.[0] ?? ''
  const imprint = await text('/imprint')
  expect(imprint).toContain('<h1>Imprint</h1>')
  expect(imprint).toMatch(/Nova Recordings<br ?\/?>\s*Lindenstraße 12<br ?\/?>\s*10969 Berlin/)
  expect(imprint).toContain('<a href="https://ec.example/odr">')
  expect(imprint.split('<br').length - 1).toBe(2)
  const privacy = await text('/privacy')
  expect([privacy.includes('<script'), privacy.includes('javascript:'), privacy.includes('<td>Stripe</td>')]).toEqual([
    false,
    false,
    true,
  ])
  expect((await text('/terms')).match(/<h1/g)).toHaveLength(1)
})
