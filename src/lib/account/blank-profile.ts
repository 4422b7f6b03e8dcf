/** The empty profile of a deleted account, and of a casset that several artists share. */
export const blankProfile = {
  bio: null,
  location: null,
  pronouns: null,
  writesIn: null,
  socials: [],
  profileFlag: null,
  pfpAssetId: null,
}
