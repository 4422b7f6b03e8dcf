import type { Person } from '../world.ts'

type Decided = { owner: Person; maker: Person; decisionId: string; trackId: string }

/** The pages of reports and decisions, and who opens them. */
export function moderationPages({ owner, maker, decisionId, trackId }: Decided) {
  const atDesk = (...paths: string[]) => paths.map((path) => ({ path: `/desk/${path}`, as: owner }))
  return {
    reportRoute: [{ path: '/report?at=/@nova' }, { path: `/report?of=track:${trackId}` }],
    deskReportsRoute: atDesk('reports', 'reports?state=taken-down'),
    deskDecisionsRoute: atDesk('decisions', 'decisions?state=objected'),
    deskDecisionRoute: atDesk(`decisions/${decisionId}`),
    deskDecideRoute: atDesk('decide?at=/@nova', `decide?of=track:${trackId}`),
    accountDecisionsRoute: [{ path: '/account/decisions', as: maker }],
    accountDecisionRoute: [{ path: `/account/decisions/${decisionId}`, as: maker }],
  }
}
