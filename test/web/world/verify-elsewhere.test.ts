import { expect } from 'bun:test'
import { join } from 'node:path'
import { translate } from '../../../src/platform/build/translate.ts'
import { browserTest, openPage, useBrowser } from '../../support/browser.ts'
import { alterations } from '../../support/release/alterations.ts'
import { eventfulRelease } from '../../support/release/eventful.ts'

useBrowser()

/** A page at an origin of its own, with the verifier alone. */
async function startVerifier() {
  const entry = join(import.meta.dir, '../../support/release/foreign-verifier.ts')
  const { outputs } = await Bun.build({ entrypoints: [entry], target: 'browser', plugins: [translate('en')] })
  const script = (await outputs[0]?.text()) ?? ''
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: ({ url }) =>
      new URL(url).pathname === '/verify.js'
        ? new Response(script, { headers: { 'content-type': 'text/javascript; charset=utf-8' } })
        : new Response('<!doctype html><script src="/verify.js"></script>', {
            headers: { 'content-type': 'text/html' },
          }),
  })
  return { url: `http://127.0.0.1:${server.port}`, [Symbol.asyncDispose]: () => server.stop(true) }
}

browserTest(
  'a verifier on a page of another origin finds alterations of each kind, and verifies what nobody altered',
  async () => {
    const { svc, id, recorded } = await eventfulRelease()
    await using _ = svc
    await using verifier = await startVerifier()
    let alter = (text: string, _path: string) => text
    // Between them, with the headers of the site itself: those alone let the other origin read.
    const proxy = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      async fetch({ url, headers }) {
        const { pathname, search } = new URL(url)
        const path = pathname + search
        const answer = await fetch(svc.url + path, { headers: { origin: headers.get('origin') ?? '' } })
        const names = ['access-control-allow-origin', 'content-type', 'cross-origin-resource-policy']
        const sent = Object.fromEntries(names.flatMap((name) => [[name, answer.headers.get(name) ?? '']]))
        const body = path.includes('/tile/') ? await answer.bytes() : alter(await answer.text(), path)
        return new Response(body, { status: answer.status, headers: { ...sent, 'cache-control': 'no-store' } })
      },
    })
    await using opened = await openPage(verifier, '/')
    const { page } = opened
    const verified = () =>
      page.evaluate(([url, release]) => Reflect.get(globalThis, 'verifyAt')(url, release), [
        `http://127.0.0.1:${proxy.port}`,
        id,
      ] as const)
    expect(await verified()).toBe('holds,holds,holds,holds,holds')
    const missed: unknown[] = []
    // The page and the command check by the same code, and the command finds all hundred.
    for (const [what, change] of alterations.filter((_, at) => at < 4 || at % 6 === 0)) {
      alter = (text, path) => change(text, path, recorded)
      const result = await verified()
      if (result !== 'altered') missed.push([what, result])
    }
    expect(missed).toEqual([])
    await proxy.stop(true)
  },
)
