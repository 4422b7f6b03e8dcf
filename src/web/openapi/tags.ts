type Tag = {
  name: string
  description: string
  /** Whether it is what programs without an account come for. */
  isForPrograms?: true
  /** The paths, as the router has them; the first tag with one that fits has the operation. */
  paths: RegExp
}

const told: readonly Tag[] = [
  {
    name: 'artists',
    description: 'Public artists and their catalogs, versioned',
    isForPrograms: true,
    paths: /^\/api\/v1\//,
  },
  {
    name: 'licenses',
    description: 'Ask whether a use is allowed and what it costs, pay, fetch the files, and check a license',
    isForPrograms: true,
    paths:
      /^\/api\/agents\/(?:permission-checks|license|releases\/:id\/(?:permission-check|license-quote|access|grant)$)|^\/api\/checkout\/(?:license|test\/shared-token)/,
  },
  {
    name: 'releases',
    description: 'Find releases, and read their signed manifests, versions, history, lineage and proofs',
    isForPrograms: true,
    paths: /^\/api\/(?:agents\/releases|releases)(?:\/|$)/,
  },
  {
    name: 'log',
    description: 'The keys that sign, and the transparency log with its witnesses',
    isForPrograms: true,
    paths: /^\/(?:log|witness)\/|^\/\.well-known\/did\.json$/,
  },
  {
    name: 'discovery',
    description: 'How programs find their way: robots, terms, feeds, embeds, and tools for agents',
    isForPrograms: true,
    paths:
      /^\/(?:robots\.txt|llms\.txt|openapi\.json|oembed|feed\.xml|sitemap|mcp|license\.xml|releases\/|tracks\/|@|\.well-known\/)/,
  },
  {
    name: 'cassets',
    description: 'Find cassets, read their pages, play and download their sound',
    paths:
      /^\/(?:pfp\/|api\/(?:cassets\/|casset\/:slug\/(?:media|plays|download|extras\/.*)$|audio\/|tracks\/|assets\/|emojis\/))/,
  },
  {
    name: 'players',
    description: 'OpenSubsonic, for music apps with an app key: play and save what its holder has',
    paths: /^\/rest\//,
  },
  {
    name: 'room',
    description: 'The live room of a casset: its events, comments, activity and moderation',
    paths:
      /^\/api\/casset\/:slug\/(?:sideb|listeners|activity|position|comments?|room|party)|^\/api\/hooks\/:hookId\/(?:comments|like)$/,
  },
  {
    name: 'account',
    description: 'Sign up and in, profile, sessions, notifications, decisions and reports about content',
    paths: /^\/api\/(?:auth|account|notifications|handles|reports)(?:\/|$)/,
  },
  {
    name: 'shop',
    description: 'Buy, give, redeem and give back, with and without an account',
    paths:
      /^\/api\/(?:checkout|purchases|orders|gifts|supports|claim|taken|guest|codes|preorders|withdraw|referrals|casset\/:slug\/(?:tip|support|emoji|opening|share|referral))/,
  },
  {
    name: 'library',
    description: 'Playlists, wishes, and the artists that a listener follows',
    paths: /^\/api\/(?:playlists|wishes|mailing-lists|letters|casset\/:slug\/(?:wish|follow|mailing-list))/,
  },
  {
    name: 'drops',
    description: 'Clips of hooks, and drops with their prizes',
    paths: /^\/api\/(?:campaigns?|hooks|studio\/submissions)(?:\/|$)/,
  },
  {
    name: 'studio',
    description: 'What an artist does: tracks, releases, sales, letters, cassets of several artists',
    paths: /^\/api\/(?:studio|internal|co-cassets|credits|casset\/update-price)/,
  },
  {
    name: 'desk',
    description: 'What the owner of the site and their helpers do',
    paths: /^\/api\/(?:desk|admin)\//,
  },
  {
    name: 'sandbox',
    description: 'The public reads with made-up artists, for trying a client',
    isForPrograms: true,
    paths: /^\/api\/sandbox\//,
  },
  {
    name: 'service',
    description: 'Whether the service is up, its figures, and what the payment processor sends',
    paths: /^\/(?:healthz|readyz|metrics|api\/webhooks)/,
  },
]

/** The tags in the order in which somebody who is new to the site needs them. */
export const tags = told.map(({ name, description }) => ({ name, description }))

/** Returns the tag of a path; `untold` for one that nobody has placed. */
export const tagOf = (path: string): string =>
  told.find(({ paths }) => paths.test(path.replaceAll(/\{(\w+)\}/g, ':$1')))?.name ?? 'untold'

const forPrograms = new Set(told.flatMap(({ name, isForPrograms }) => (isForPrograms ? [name] : [])))

export const isForPrograms = (tag: string): boolean => forPrograms.has(tag)
