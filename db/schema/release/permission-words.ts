/** What may be asked of a release: one policy each. */
export const permissionScopes = [
  'search-index',
  'ai-input',
  'ai-training',
  'ai-generation',
  'stream',
  'download',
  'remix',
  'sample',
  'stems',
  'sync',
  'visual-reuse',
  'redistribution',
  'derivative-registration',
  'commercial-use',
] as const

/** What a policy can say, from the least strict to the strictest. */
export const decisions = ['ALLOW', 'REQUIRE_LICENSE', 'CONTACT_OWNER', 'DENY'] as const
