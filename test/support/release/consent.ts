import { expect } from 'bun:test'
import type { TestServer } from '../server.ts'
import { lineOf, readPairs, readRsl, readXml } from '../web/rendered.ts'

/** The decisions, from the least strict to the strictest. */
const order = ['ALLOW', 'REQUIRE_LICENSE', 'CONTACT_OWNER', 'DENY']

/** The policy of a track that no published release has. */
const untold = { 'search-index': 'ALLOW', 'ai-input': 'CONTACT_OWNER', 'ai-training': 'DENY', 'ai-generation': 'DENY' }

/** The uses that are allowed without asking. */
export type Allowed = { search: boolean; input: boolean; training: boolean }

type Policy = Record<string, string>
type Row = Record<string, unknown>

const stricter = (a: Policy, b: Policy): Policy =>
  Object.fromEntries(
    Object.keys(untold).map((scope) => {
      const [one = '', other = ''] = [a[scope], b[scope]]
      return [scope, order.indexOf(one) > order.indexOf(other) ? one : other]
    }),
  )

const allowedBy = (policy: Policy): Allowed => ({
  search: policy['search-index'] === 'ALLOW',
  input: policy['ai-input'] === 'ALLOW',
  training: policy['ai-training'] === 'ALLOW' && policy['ai-generation'] === 'ALLOW',
})

/** Everything public on a site, and what each thing allows at most. */
export type Consent = {
  site: Allowed
  tapes: {
    id: string
    path: string
    feeds: string
    isListed: boolean
    allowed: Allowed
    isFindable: boolean | undefined
  }[]
  /** Pages of parties, also of tapes that are not published yet. */
  parties: { path: string; page: string; allowed: Allowed }[]
  tracks: { id: string; allowed: Allowed }[]
  releases: { id: string; allowed: Allowed }[]
}

/**
 * Reads what a site allows from its artists' policies and what they signed, in the rows that nobody
 * derives from others: not as the program does it.
 */
export function consentOf({ ctx }: TestServer): Consent {
  const all = (text: string): Row[] => ctx.db.$client.query<Row, []>(text).all()
  const policies = new Map<string, Policy>()
  for (const { release_id, scope, decision } of all('SELECT * FROM release_policies')) {
    const policy = policies.get(String(release_id)) ?? {}
    policies.set(String(release_id), { ...policy, [String(scope)]: String(decision) })
  }
  // The newest signed version counts.
  const signed = new Map<string, Set<string>>()
  for (const row of all("SELECT * FROM release_versions WHERE manifest_status = 'READY' ORDER BY canonical_version")) {
    const manifest = JSON.parse(String(row.manifest))
    signed.set(String(row.release_id), new Set(manifest.tracks.map(({ id }: { id: string }) => id)))
  }
  const ofTrack = (id: unknown): Policy => {
    const releases = [...signed]
      .filter(([, tracks]) => tracks.has(String(id)))
      .map(([release]) => policies.get(release))
    return releases.reduce<Policy>((a, b) => stricter(a, b ?? untold), releases[0] ?? untold)
  }
  const ofRecording = ({ id, source_id }: Row): Policy =>
    source_id === null ? ofTrack(id) : stricter(ofTrack(id), ofTrack(source_id))
  const shown = all("SELECT * FROM tracks WHERE active = 1 AND status = 'READY'")
  const pages = all(
    `SELECT c.*, a.handle FROM cassets c JOIN artists a ON a.id = c.artist_id WHERE published = 1 AND privacy <> 'private'`,
  )
  const slugOf = ({ slug, word, handle }: Row) => slug ?? (word === null ? handle : `${handle}.${word}`)
  const policiesOf = ({ id }: Row) => shown.filter((track) => track.casset_id === id).map(ofRecording)
  const strictestOf = ([first, ...others]: readonly Policy[]) => others.reduce(stricter, first ?? untold)
  const tapes = pages.map((page) => {
    const policiesOn = policiesOf(page)
    const strictest = strictestOf(policiesOn)
    const slug = slugOf(page)
    return {
      id: String(page.id),
      path: `/@${String(slug).replace('.', '/')}`,
      feeds: `/@${slug}`,
      isListed: page.privacy === 'public',
      policy: strictest,
      allowed: allowedBy(strictest),
      isFindable: policiesOn.length === 0 ? undefined : policiesOn.some((policy) => policy['search-index'] === 'ALLOW'),
    }
  })
  const parties = all(
    `SELECT c.*, a.handle FROM parties p JOIN cassets c ON c.id = p.casset_id JOIN artists a ON a.id = c.artist_id
     WHERE ended_at IS NULL AND taken_down IS NULL AND called_off_at IS NULL
       AND (published = 1 AND privacy <> 'private' OR published = 0 AND privacy = 'public')`,
  ).map((page) => ({
    path: `/@${slugOf(page)}/sideb/party`,
    page: page.slug === null ? `/@${page.handle}` : `/@${page.slug}`,
    policy: strictestOf(policiesOf(page)),
  }))
  const policiesOfAll = [...tapes, ...parties].map(({ policy }) => policy)
  const isPublic = (cassetId: unknown) => tapes.some(({ id }) => id === cassetId)
  return {
    site: allowedBy(strictestOf(policiesOfAll)),
    parties: parties.map(({ policy, ...party }) => ({ ...party, allowed: allowedBy(policy) })),
    tapes,
    tracks: shown
      .filter(({ casset_id }) => isPublic(casset_id))
      .map((track) => ({ id: String(track.id), allowed: allowedBy(ofRecording(track)) })),
    releases: all('SELECT * FROM releases')
      .filter(({ id, casset_id }) => signed.has(String(id)) && isPublic(casset_id))
      .map(({ id }) => ({ id: String(id), allowed: allowedBy(policies.get(String(id)) ?? untold) })),
  }
}

const fromHeaders = (headers: Headers): Allowed | undefined => {
  const [usage, signal] = [headers.get('content-usage'), headers.get('content-signal')]
  if (usage === null || signal === null) return undefined
  const [u, s] = [readPairs(usage), readPairs(signal)]
  const said = { search: u.search === 'y', input: s['ai-input'] === 'yes', training: u['train-ai'] === 'y' }
  const same = [said.search, said.input, said.training]
  expect([s.search === 'yes', u['ai-use'] === 'y', s['ai-train'] === 'yes']).toEqual(same)
  const isOpen = said.search && said.input && said.training
  expect(headers.get('tdm-reservation')).toBe(isOpen ? '0' : '1')
  return said
}

const fromRsl = (text: string): Allowed => {
  const { uses } = readRsl(text)
  const isFree = (word: string) => uses[word]?.how === 'free'
  return { search: isFree('search'), input: isFree('ai-input'), training: isFree('ai-train') }
}

/** Returns the locations of tdmrep.json: nothing unlisted is named, or hides what another has. */
function locationsOf(tapes: Consent['tapes'], parties: Consent['parties']): string[] {
  const isOpen = ({ allowed }: { allowed: Allowed }) => Object.values(allowed).every(Boolean)
  const pageOf = ({ path }: { path: string }) => path.replace(/(?<=.)\/.*/, '')
  const patterns = (path: string) => [`${path}$`, `${path}/`]
  const locations = tapes
    .filter(({ isListed }) => isListed)
    .flatMap((tape) => {
      const page = pageOf(tape)
      const others = tapes.filter((other) => pageOf(other) === page)
      if ([...others, ...parties.filter((party) => party.page === page)].every(isOpen)) return patterns(page)
      return tape.path !== page && isOpen(tape) ? [page, ...patterns(tape.path)] : [page]
    })
  return [...new Set(['/', ...locations])].toSorted()
}

/** A thing, by the address that speaks of it, what it says, and what its owner allows. */
type Said = { what: string; said: Allowed | undefined; allowed: Allowed }

/** Reads every rendering of what a site allows, as a stranger. */
export async function renderingsOf(
  svc: TestServer,
  { site, tapes, parties, tracks, releases }: Consent,
): Promise<Said[]> {
  const found: Said[] = []
  const get = async (path: string, init: RequestInit = {}) => {
    const response = await svc.fetch(path, init)
    if (response.status >= 400) throw new Error(`${path} answered ${response.status}.`)
    return response
  }
  const add = (what: string, said: Allowed | undefined, allowed: Allowed) => found.push({ what, said, allowed })
  const headersOf = async (path: string, allowed: Allowed, init?: RequestInit) => {
    const response = await get(path, init)
    await response.body?.cancel()
    add(path, fromHeaders(response.headers), allowed)
  }
  const rslOf = async (path: string, allowed: Allowed) => add(path, fromRsl(await (await get(path)).text()), allowed)

  const robots = await (await get('/robots.txt')).text()
  const [usage, signal] = [lineOf(robots, 'Content-Usage') ?? '', lineOf(robots, 'Content-Signal') ?? '']
  const isOpen = [...Object.values(readPairs(usage)), ...Object.values(readPairs(signal))].every((yes) =>
    yes.startsWith('y'),
  )
  const headers = { 'content-usage': usage, 'content-signal': signal, 'tdm-reservation': isOpen ? '0' : '1' }
  add('/robots.txt', fromHeaders(new Headers(headers)), site)
  await rslOf('/license.xml', site)
  expect(readRsl(await (await get('/license.xml')).text()).paths).toEqual(['/'])
  await headersOf('/', site)

  const entries: { location: string; 'tdm-reservation': number }[] = await (
    await get('/.well-known/tdmrep.json')
  ).json()
  expect(entries.map(({ location }) => location).toSorted()).toEqual(locationsOf(tapes, parties))
  const all = { search: true, input: true, training: true }
  const below = tapes.map(({ path, allowed }) => ({ path: `${path}/sideb`, allowed }))
  for (const { path, allowed } of [...tapes, ...below, ...parties, { path: '/', allowed: site }]) {
    // The longest pattern that fits the path counts for some readers, the first for others.
    const fit = entries.filter(({ location }) =>
      location.endsWith('$') ? path === location.slice(0, -1) : path.startsWith(location),
    )
    const [longest] = fit.toSorted((a, b) => b.location.length - a.location.length)
    for (const entry of [fit[0], longest]) {
      if (!entry) throw new Error(`No entry is about ${path}.`)
      if (entry['tdm-reservation'] === 0) add(`tdmrep ${entry.location} of ${path}`, all, allowed)
    }
  }

  for (const { path, feeds, allowed, isFindable } of tapes) {
    if (isFindable !== undefined) {
      const page = await get(path)
      expect([path, page.headers.get('x-robots-tag')]).toEqual([path, isFindable ? null : 'noindex'])
      await page.body?.cancel()
    }
    for (const end of ['', '/sideb']) await headersOf(path + end, allowed)
    for (const end of ['/embed', '/feed.xml', '/canimus.json']) await headersOf(feeds + end, allowed)
    // Drawing one takes as long as everything else of a casset.
    if (path === tapes[0]?.path) await headersOf(`/share/casset/${feeds.slice(2)}.png`, allowed)
    await rslOf(`${feeds}/license.xml`, allowed)
    // Each license that a description links is that of the thing itself, not of one release of it.
    const { children } = Object(await (await get(`${feeds}/canimus.json`)).json())
    const [album] = Object(children[0]).children
    const licenses = (of: Row) =>
      [of.links].flat().flatMap((link) => (Object(link).rel === 'license' ? [Object(link).href] : []))
    for (const href of licenses(album)) await rslOf(new URL(href).pathname, allowed)
    const [, structured = '{}'] =
      /application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(await (await get(path)).text()) ?? []
    const described: Row[] = Object(JSON.parse(structured)).track ?? []
    const linked = [
      ...album.children.map((track: Row) => [track.name, licenses(track)]),
      ...described.flatMap(({ name, license }) => (license === undefined ? [] : [[name, [license]]])),
    ]
    for (const [name, hrefs] of linked) {
      expect([name, hrefs]).toEqual([name, [expect.stringMatching(/\/tracks\/[^/]+\/license\.xml$/)]])
    }
    const { rss } = Object(readXml(await (await get(`${feeds}/feed.xml`)).text()))
    for (const item of rss.channel.item ?? []) {
      const id = String(item.guid['#text']).replace('urn:uuid:', '')
      const release = releases.find((each) => each.id === id)
      const permits = [item['rsl:content'] ?? []]
        .flat()
        .flatMap((content: Row) => [content['rsl:license'] ?? []].flat())
      const free = permits
        .filter((license) => Object(license)['rsl:payment'] === undefined)
        .map((license) => String(Object([Object(license)['rsl:permits'] ?? {}].flat()[0])['#text'] ?? ''))
        .join(' ')
        .split(' ')
      const said = {
        search: free.includes('search'),
        input: free.includes('ai-input'),
        training: free.includes('ai-train'),
      }
      if (release) add(`${feeds}/feed.xml ${id}`, said, release.allowed)
    }
  }
  for (const { path, allowed } of parties) await headersOf(path, allowed)
  for (const { id, allowed } of tracks) {
    await rslOf(`/tracks/${id}/license.xml`, allowed)
    await headersOf(`/api/audio/${id}/hook`, allowed)
    await headersOf(`/api/audio/${id}`, allowed, { headers: { range: 'bytes=0-' } })
  }
  for (const { id, allowed } of releases) {
    await rslOf(`/releases/${id}/license.xml`, allowed)
    const read = async (path: string, key: string) => {
      const rows: { scope: string; decision: string }[] = Object(await (await get(path)).json())[key]
      const policy = Object.fromEntries(rows.map(({ scope, decision }) => [scope, decision]))
      add(`${path} ${key}`, allowedBy(policy), allowed)
    }
    await read(`/api/agents/releases/${id}/dna`, 'permissionPolicies')
    await read(`/api/releases/${id}/dossier`, 'permissions')
    for (const [use, scopes] of [
      ['search', ['search-index']],
      ['input', ['ai-input']],
      ['training', ['ai-training', 'ai-generation']],
    ] as const) {
      const checks = scopes.map(async (scope) => {
        const path = `/api/agents/releases/${id}/permission-check`
        const args = { name: 'check_permission', arguments: { releaseId: id, scope } }
        const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: args }
        const accept = { accept: 'application/json, text/event-stream' }
        const [asked, tool] = await Promise.all([
          svc.call('POST', path, { body: { scope } }),
          svc.call('POST', '/mcp', { body: call, headers: accept }),
        ])
        return [Object(asked.json).decision, Object(tool.json).result.structuredContent.decision]
      })
      const decisions = await Promise.all(checks)
      for (const [index, what] of ['permission-check', 'check_permission'].entries()) {
        const isAllowed = decisions.every((each) => each[index] === 'ALLOW')
        add(`${what} ${id} ${use}`, { search: false, input: false, training: false, [use]: isAllowed }, allowed)
      }
    }
  }
  return found
}
