/** What an artist says about themselves, empty: of a deleted account, and of a casset of several. */
export const blankProfile = {
  bio: null,
  location: null,
  pronouns: null,
  writesIn: null,
  socials: [],
  profileFlag: null,
  pfpAssetId: null,
}
