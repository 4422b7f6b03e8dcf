import { expect, test } from 'bun:test'
import { createServer } from 'node:http'
import Provider from 'oidc-provider'
import { identities } from '../../db/schema/account/identity.ts'
import { startServer } from '../support/server.ts'
import { newVisitor } from '../support/web/visitor.ts'

/**
 * Signs in at the peer's own pages, whose cookies it keeps, and returns the address of ours that
 * they end at.
 */
async function signInAtPeer(first: string, origin: string): Promise<string> {
  const cookies = new Map<string, string>()
  const ask = async (url: string, form?: Record<string, string>) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    return { location: response.headers.get('location'), text: await response.text() }
  }
  let { location, text } = await ask(first)
  for (let n = 0; n < 12; n += 1) {
    if (location?.startsWith(origin)) return location
    const action = /<form[^>]* action="([^"]+)"/.exec(text)?.[1]
    const prompt = /name="prompt" value="(\w+)"/.exec(text)?.[1] ?? ''
    const next = location ?? action ?? ''
    const form = location === null ? { prompt, login: 'bea', password: 'any' } : undefined
    ;({ location, text } = await ask(new URL(next, first).href, form))
  }
  throw new Error(`The peer led nowhere: ${text.slice(0, 300)}`)
}

test('a certified provider takes our questions, and we take its answers', async () => {
  const server = createServer((request, response) => handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const issuer = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  const settings = {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: 'tapedeck',
    OIDC_CLIENT_SECRET: 'a secret of ours',
    OIDC_NAME: 'Club',
  }
  await using svc = await startServer({ env: settings })
  const { origin } = svc.ctx.site
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'tapedeck',
        client_secret: 'a secret of ours',
        token_endpoint_auth_method: 'client_secret_post',
        redirect_uris: [`${origin}/api/auth/oidc/callback`],
        application_type: 'native',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({ sub: id, email: `${id}@example.com`, email_verified: true, name: 'Bea Holm' }),
    }),
    pkce: { required: () => true },
  })
  const handle = provider.callback()
  try {
    const bea = newVisitor(svc)
    const { location } = await bea.get('/api/auth/oidc?next=/library')
    const back = await signInAtPeer(location, origin)
    expect((await bea.get(back)).location).toBe('/signup/join')
    expect((await bea.send('POST', '/api/auth/join', { handle: 'bea', displayName: 'Bea' })).status).toBe(201)
    expect(svc.ctx.db.select().from(identities).get()).toMatchObject({
      subject: `${issuer} bea`,
      email: 'bea@example.com',
    })
    expect(new URL((await bea.get(back)).location, origin).searchParams.get('trouble')).toBe('expired')
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
