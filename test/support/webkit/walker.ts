import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { testLimitMs, waitLimitMs } from '../limits.ts'
import type { Person } from '../world.ts'
import { servePhones } from './as-phone.ts'
import { hasWebKit, startWebKit } from './driver.ts'

/** A walk in WebKit as an iPhone has it: skipped, loudly, where there is none. */
export const webkitTest = test.skipIf(!hasWebKit)

let starting: ReturnType<typeof startWebKit> | undefined

/** Ends the file’s browser with the file; to be called once at its top. */
export function useWebKit(): void {
  setDefaultTimeout(testLimitMs)
  afterAll(async () => {
    await (await starting)?.end()
    starting = undefined
  })
}

/** How an element is found in a page: what it is, its name as it is read out, and where to look. */
type Sought = { kind: 'key' | 'field' | 'heading'; name: string; within: string }

/** Runs in the page. Finds what is shown, ready and not disabled; null while there is none. */
function findElement({ kind, name, within }: Sought): Element | null {
  const selectors = {
    key: 'a[href], button, label, summary, [role=button], [role=tab], [role=menuitem]',
    field: 'input, textarea, select',
    heading: 'h1, h2, h3',
  }
  const plain = (text: string | null | undefined) => (text ?? '').replaceAll(/\s+/g, ' ').trim()
  const textOf = (ids: string) =>
    ids
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .join(' ')
  const nameOf = (element: Element) => {
    const labelled = element.getAttribute('aria-labelledby')
    if (labelled) return plain(textOf(labelled))
    const label = 'labels' in element && element.labels instanceof NodeList ? element.labels[0] : undefined
    return plain(element.getAttribute('aria-label') ?? (kind === 'field' ? label : element)?.textContent)
  }
  const isReady = (element: Element) => {
    const island = element.closest('c-island')
    return (
      element.getClientRects().length > 0 &&
      !element.matches(':disabled') &&
      island?.matches(':not([data-ready])') !== true
    )
  }
  const found = [...document.querySelectorAll(within)].flatMap((part) => [...part.querySelectorAll(selectors[kind])])
  const sought = found.find((element) => nameOf(element) === name && isReady(element)) ?? null
  // The driver scrolls it to the end of the window, where the player is.
  sought?.scrollIntoView({ block: 'center', behavior: 'instant' })
  return sought
}

const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

/**
 * Opens a page of a server in WebKit as an iPhone has it, signed in as somebody or as a stranger.
 * It ends with its scope, and fails if the page complained of anything.
 */
export async function walkInto(svc: { url: string }, path: string, { as }: { as?: Person } = {}) {
  starting ??= startWebKit()
  const { ask } = await starting
  const problems: string[] = []
  const stand = servePhones(svc, problems)

  const run = async <Args extends unknown[], Answer>(
    code: (...args: Args) => Answer,
    ...args: Args
  ): Promise<Awaited<Answer>> => ask('POST', '/execute/sync', { script: `return (${code})(...arguments)`, args })

  /** Waits until `code` answers something in the page, and returns that. */
  const until = <Args extends unknown[], Answer>(what: string, code: (...args: Args) => Answer, ...args: Args) =>
    again(what, () => run(code, ...args))

  /** Tries until something comes of it: pages change, and between two documents there is none. */
  const again = async <Answer>(what: string, attempt: () => Promise<Answer>): Promise<NonNullable<Answer>> => {
    const endMs = performance.now() + waitLimitMs
    let last: unknown
    while (performance.now() < endMs) {
      try {
        const answer = await attempt()
        if (answer) return answer
      } catch (thrown) {
        last = thrown
      }
      await Bun.sleep(50)
    }
    const shown = await run(() => `${location.href}\n${document.body.innerText}`).catch(String)
    throw new Error(`There is no ${what} (${last ?? 'no error'}) on ${shown}`)
  }

  const find = async (kind: Sought['kind'], name: string, within = 'body') => {
    const element = await run(findElement, { kind, name, within })
    return element && `/element/${Reflect.get(element, elementKey)}`
  }
  const wait = (kind: Sought['kind'], name: string, within?: string) =>
    again(`${kind} “${name}”`, () => find(kind, name, within))

  const go = (to: string) => ask('POST', '/url', { url: new URL(to, stand.url).href })
  const first = (selector: string) =>
    again(selector, () => ask('POST', '/element', { using: 'css selector', value: selector }))
  if (as) {
    await go('/walk/lacks.js')
    const [name = '', value = ''] = as.cookie.split('=')
    await ask('POST', '/cookie', { cookie: { name, value, path: '/', httpOnly: true, sameSite: 'Lax' } })
  }
  await go(path)

  return {
    url: stand.url,
    problems,
    go,
    run,
    until,
    press: (name: string, within?: string) =>
      again(`${name} to press`, async () => {
        const element = await find('key', name, within)
        if (element) await ask('POST', `${element}/click`, {})
        return element
      }),
    write: async (label: string, text: string) => ask('POST', `${await wait('field', label)}/value`, { text }),
    /** Writes into a field in place of what it has. */
    async replace(label: string, text: string) {
      const field = await wait('field', label)
      await ask('POST', `${field}/clear`, {})
      await ask('POST', `${field}/value`, { text })
    },
    heading: (name: string) => wait('heading', name),
    key: (name: string, within?: string) => wait('key', name, within),
    back: () => ask('POST', '/back', {}),
    see: (text: string) => until(`“${text}”`, (wanted) => document.body.innerText.includes(wanted), text),
    /** Chooses a file in a field for files, which pages hide behind a key. */
    put: async (selector: string, file: string) =>
      ask('POST', `/element/${Reflect.get(await first(selector), elementKey)}/value`, { text: file }),
    enterFrame: async (selector: string) => ask('POST', '/frame', { id: await first(selector) }),
    async picture(file: string) {
      await Bun.write(file, Buffer.from(await ask('GET', '/screenshot'), 'base64'))
    },
    async [Symbol.asyncDispose]() {
      await ask('DELETE', '/cookie')
      await go('/walk/lacks.js')
      stand.stop()
      expect(problems).toEqual([])
    },
  }
}

export type Walk = Awaited<ReturnType<typeof walkInto>>
