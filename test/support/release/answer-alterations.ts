import { agentSecret } from '../server.ts'
import { eventfulRelease } from './eventful.ts'
import { decide } from './release.ts'

type Answer = ReturnType<typeof JSON.parse>

const on = (name: string, changes: readonly ((answer: Answer) => void)[]) =>
  changes.map((change, at) => {
    const alter = (text: string, path: string) => {
      if (!path.endsWith(`/${name}`)) return text
      const answer = JSON.parse(text)
      change(answer)
      return JSON.stringify(answer)
    }
    return [`${name} ${at + 1}`, alter] as const
  })

const otherScope = ({ scope }: Answer) => scope === 'sync'
const linkChanges: ((lineage: Answer) => void)[] = [
  (it) => (it.derivatives[0].external.url = 'https://evil.example/'),
  (it) => (it.derivatives[0].external.title = 'Another'),
  (it) => (it.derivatives[0].external.creator = 'Another'),
  (it) => (it.derivatives[0].relation = 'SAMPLE'),
  (it) => (it.derivatives[0].registeredBy = 'https://agent.example'),
  (it) => (it.derivatives[0].registeredAt = '2020-01-01T00:00:00.000Z'),
  (it) => it.derivatives.pop(),
  (it) => it.derivatives.push({ ...it.derivatives[0], id: crypto.randomUUID() }),
]

/** Changes of DNA, lineage and dossier of a release: each has to be found. */
export const answerAlterations = [
  ...on('dna', [
    (it) => (it.permissionPolicies.find(otherScope).decision = 'ALLOW'),
    (it) => (it.permissionPolicies.find(otherScope).pricingState = 'NOT_REQUIRED'),
    (it) => (it.permissionPolicies.find(otherScope).updatedAt = '2020-01-01T00:00:00.000Z'),
    (it) => it.permissionPolicies.pop(),
    (it) => (it.agentAccessPolicies[0].decision = 'ALLOW'),
    (it) => (it.canonicalHash = '00'.repeat(32)),
    (it) => (it.canonicalVersion = 1),
    (it) => it.rightsScopes.push({ right: 'master', territory: 'world', holder: 'Evil' }),
    (it) => it.anchors.pop(),
    (it) => (it.anchors[0].status = 'CONFIRMED'),
    (it) => linkChanges[0]?.(it.lineage),
    (it) => delete it.proof,
  ]),
  ...on('lineage', [
    ...linkChanges,
    (it) => (it.releaseId = crypto.randomUUID()),
    (it) => (it.proof.created = '2020-01-01T00:00:00.000Z'),
  ]),
  ...on('dossier', [
    (it) => (it.permissions.find(otherScope).decision = 'ALLOW'),
    (it) => (it.release.title = 'Another'),
    (it) => (it.artist.displayName = 'Another'),
    (it) => (it.aiDisclosure.vocals = 'NONE'),
    (it) => (it.eventCount += 1),
    (it) => (it.lineage.derivatives += 1),
    (it) => (it.lineage.sources = 0),
    (it) => (it.anchorStatus = 'CONFIRMED'),
    (it) => (it.signedBy = 'did:web:evil.example#z6Mk'),
    (it) => (it.note = 'and more'),
  ]),
]

/** An eventful release with links, and its answers from before the last decision and link. */
export async function linkedRelease() {
  const { svc, nova, id, ...rest } = await eventfulRelease()
  const headers = { authorization: `Bearer ${agentSecret}` }
  const link = async (from: string, relation: string, derivative: object) => {
    const { status, json } = await svc.call('POST', `/api/agents/releases/${from}/derivatives`, {
      headers,
      body: { relation, derivative },
    })
    if (status !== 201) throw new Error(`It was not linked: ${JSON.stringify(json)}`)
    return Object(json).link
  }
  const found = await svc.call('GET', '/api/agents/releases')
  const other = Object(found.json).releases.find((each: Answer) => each.id !== id).id
  for (const each of [id, other]) {
    await decide(svc, nova, each, { scope: 'derivative-registration', decision: 'ALLOW' })
  }
  const elsewhere = (name: string) => ({ url: `https://remix.example/${name}`, title: name, creator: 'Ada' })
  await link(id, 'REMIX', elsewhere('dusk'))
  await link(other, 'SAMPLE', { releaseId: id })
  const answers = [
    `/api/agents/releases/${id}/dna`,
    `/api/agents/releases/${id}/lineage`,
    `/api/releases/${id}/dossier`,
  ]
  const before = new Map<string, string>()
  for (const path of answers) before.set(path, await (await svc.fetch(path)).text())
  svc.tick(60_000)
  await link(id, 'SAMPLE', elsewhere('dawn'))
  await decide(svc, nova, id, { scope: 'ai-input', decision: 'DENY' })
  await svc.ctx.jobs.idle()
  return { svc, nova, id, other, before, ...rest }
}
