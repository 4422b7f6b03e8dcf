/**
 * Headings and landmarks of the main pages, by their routes in the list of every page, as its first
 * visitor has them. The bar above and the foot below are the same everywhere and left out.
 */
export const outlines: Readonly<Record<string, string>> = {
  homeRoute: `
main
  h1 Press play. Keep the tape.
    search
  h2 New
`,
  worldRoute: `
main
  h1 Nova
  h2 Side A
  complementary Price
    h2 Emoji
  complementary About this casset
    h2 About the artist
    h2 Credits & rights
    h2 Links
  h2 Clips
  h2 More by Nova
`,
  sideBRoute: `
main
  h1 Side B
  h2 Who is here
  region Listen along
  region Comments along Dawn
  log Comments
`,
  checkoutRoute: `
main
  h1 First Light
  region Payment
    h2 Buy with your email address
`,
  collectedRoute: `
main
  h1 First Light
  region What you bought
    h2 It’s yours!
`,
  libraryRoute: `
main
  h1 Library
  navigation Library
  h2 Support
  h2 Given
`,
  studioTapeRoute: `
main
  navigation Studio
  h1 First Light
  h2 One thing left to do
  h2 Side A
  complementary Casset
    h2 Price
    h2 Visibility
    h2 How it was made
  h2 Look and extras
  h2 Among your cassets
`,
  deskRoute: `
main
  navigation Desk
  navigation Pages
  h1 Desk
  region Settings
`,
  dropRoute: `
main
  h1 W…
  h2 Take part
  h2 Leaderboard
  h2 The rules
    h3 Terms of Nova
`,
  worldReleaseRoute: `
main
  h1 First Light
  h2 Is this really what Nova published?
  h2 Who made it
  h2 What you may do with it
    h3 Anybody may
    h3 With a license you may
    h3 Ask the artist first to
    h3 Nobody may
  h2 Tracks and AI
  h2 Where it comes from, and where it went
    h3 Sources
    h3 Derivative works
  h2 What happened to it
`,
  accountRoute: `
main
  h1 Account
  h2 Email
  h2 Handle
  h2 Password
  h2 Passkeys
  h2 Music apps
  h2 Language
  h2 Keyboard shortcuts
  h2 Devices
  h2 Recent activity
  h2 Notifications
  h2 Emails from artists
  h2 Your data
  h2 Delete your account
`,
}
