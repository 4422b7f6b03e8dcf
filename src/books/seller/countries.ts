/** Countries in which the processor has accounts, as ISO 3166-1 alpha-2 codes. */
const all = (
  'at au be bg br ca ch cy cz de dk ee es fi fr gb gi gr hk hr hu ie it jp li lt lu lv mt mx my nl no nz pl pt ro se sg ' +
  'si sk th us'
).split(' ')

// The United States, the United Kingdom, the European Economic Area, Canada and Switzerland pay one
// another. From any other country, and into it, nothing crosses the border
// (docs.stripe.com/connect/cross-border-payouts).
const elsewhere = new Set(['au', 'br', 'gi', 'hk', 'jp', 'mx', 'my', 'nz', 'sg', 'th'])

/**
 * Returns the countries whose artists can be paid from a platform's country; all while it is not
 * known, and then the processor refuses.
 */
export function countriesPaidFrom(platform: string | null): readonly string[] {
  if (platform === null) return all
  return elsewhere.has(platform) || !all.includes(platform) ? [platform] : all.filter((code) => !elsewhere.has(code))
}
