/** The summary of each route for the pages of the site. */
export const summariesForPeople = [
  // Cassets and tracks.
  `
GET /api/cassets/recent | List the newest cassets, or search them
PATCH /api/studio/casset/:id | Change fields of your casset
POST /api/casset/update-price | Change the price of your casset
GET /api/casset/:slug/media | Read all of a casset's page
GET /api/handles/:handle/available | Ask whether a handle is free
GET /pfp/:file | Fetch the drawn picture of a person
GET /api/audio/:trackId | Stream a track by a signed address
GET /api/audio/:trackId/hook | Stream the hook of a track
GET /api/audio/waveform/:trackId | Read the waveform of a track
POST /api/audio/token | Get a signed address of a stream
POST /api/studio/casset/:id/tracks | Upload a track
OPTIONS /api/studio/casset/:id/tracks | Read what resumable uploads can do
GET /api/studio/casset/:id/file-tags | Read the tags of your files
POST /api/studio/casset/:id/file-tags | Write tags into your files
HEAD /api/studio/casset/:id/tracks/:uploadId | Ask how far an upload has come
PATCH /api/studio/casset/:id/tracks/:uploadId | Send the next part of an upload
DELETE /api/studio/casset/:id/tracks/:uploadId | Give up an upload
GET /api/tracks/:id/lyrics | Read the lyrics of a track
PATCH /api/studio/tracks/:id | Change a track
DELETE /api/studio/tracks/:id | Delete a track
PUT /api/studio/tracks/:id/measurement | Store what a browser measured of a track
DELETE /api/admin/tracks/:id | Erase a track because the law demands it
POST /api/studio/assets | Upload a picture or stems
GET /api/studio/assets | List your uploaded files
DELETE /api/studio/assets/:id | Delete an uploaded file
GET /api/assets/:id/:file | Fetch an uploaded picture
GET /api/casset/:slug/download | Download a casset that you collected
POST /api/casset/:slug/share | Note that a casset was shared
POST /api/casset/:slug/referral-link | Get your link of a casset
GET /api/referrals/mine | Read what your links brought
GET /api/studio/referrals | Read what links brought to your casset
POST /api/hooks/:hookId/like | Like a hook, or no longer
GET /api/hooks/:hookId/comments | Read the comments of a hook
POST /api/hooks/clips | Upload a clip
GET /api/hooks/clips/:id | Fetch a clip
POST /api/hooks/submissions | Submit a clip
GET /api/hooks/:hookId/submissions | List the clips of a hook
GET /api/studio/submissions | List clips that wait for you
POST /api/hooks/submissions/:id/decide | Accept or decline a clip
POST /api/hooks/submissions/:id/like | Like a clip, or no longer
DELETE /api/hooks/submissions/:id | Take back a clip
`,
  // Accounts.
  `
POST /api/auth/signup | Sign up as an artist
POST /api/auth/signup/listener | Sign up as a listener
POST /api/auth/login | Sign in with a password
POST /api/auth/logout | Sign out
GET /api/auth/session | Read who is signed in
GET /api/auth/sessions | List your sessions
DELETE /api/auth/sessions | End your other sessions
GET /api/auth/activity | List what happened to your account
DELETE /api/auth/sessions/:id | End a session
POST /api/auth/password/forgot | Ask for a link to a new password
POST /api/auth/password/change | Change your password
POST /api/auth/password/reset | Set a new password by a link
POST /api/auth/email/verify | Verify an email address by a link
POST /api/auth/email/send | Send the link again
POST /api/auth/email/change | Ask for another email address
POST /api/auth/email/confirm | Confirm another email address by a link
POST /api/auth/email/undo | Take back a changed email address by a link
POST /api/auth/setup | Finish your account
POST /api/auth/artist | Become an artist
POST /api/auth/handle | Change your handle
POST /api/auth/update-profile | Change your profile
GET /api/auth/identities | List the providers that you sign in with
POST /api/auth/identities | Link a provider
DELETE /api/auth/identities/:provider | Unlink a provider
POST /api/auth/join | Join an account with a provider's
GET /api/auth/passkeys | List your passkeys
POST /api/auth/passkeys | Add a passkey
POST /api/auth/passkeys/challenge | Begin to add a passkey
DELETE /api/auth/passkeys/:id | Remove a passkey
POST /api/auth/passkeys/sign-in/challenge | Begin to sign in by a passkey
POST /api/auth/passkeys/sign-in | Sign in by a passkey
POST /api/auth/confirm/challenge | Begin to confirm that it is you
POST /api/auth/confirm | Confirm that it is you
POST /api/auth/second-step/challenge | Begin the second step of signing in
POST /api/auth/second-step | Take the second step of signing in
POST /api/auth/second-factor | Ask for a second step from now on
DELETE /api/auth/second-factor | Ask for no second step any more
POST /api/auth/account/delete | Delete your account
POST /api/auth/export | Ask for a copy of your data
GET /api/auth/export | Ask how far the copy is
GET /api/auth/export/:id/file | Fetch the copy of your data
POST /api/auth/apple/callback | Return from Apple, by a form
GET /api/auth/apple/callback | Return from Apple
GET /api/auth/apple | Go to Apple to sign in
GET /api/auth/google | Go to Google to sign in
GET /api/auth/google/callback | Return from Google
GET /api/auth/discord | Go to Discord to sign in
GET /api/auth/discord/callback | Return from Discord
GET /api/auth/oidc | Go to the other provider to sign in
GET /api/auth/oidc/callback | Return from the other provider
POST /api/admin/invitations | Make an invitation
GET /api/admin/invitations | List invitations
DELETE /api/admin/invitations/:id | Revoke an invitation
GET /api/admin/accounts | Find accounts
PATCH /api/admin/accounts/:id | Trust or verify an account
GET /api/notifications | List your notifications
GET /api/notifications/unread-count | Count what is unread
POST /api/notifications/read | Mark notifications as read
POST /api/notifications/prefs | Change what you are told of
POST /api/notifications/mail | Change which letters you get
POST /api/notifications/subscribe | Subscribe a browser to pushes
DELETE /api/notifications/subscribe/:id | End pushes to a browser
`,
  // Money.
  `
POST /api/checkout/payment-intent | Begin to buy a casset
POST /api/checkout/test/confirm | Pay with a test card
POST /api/checkout/verify | Ask what became of a payment
GET /api/purchases/:id/tracks | List the tracks of a purchase
GET /api/purchases/mine | List your purchases
POST /api/checkout/guest | Begin to buy a casset without an account
POST /api/checkout/guest/verify | Ask what became of a guest's payment
POST /api/guest/mailing-list | Join a mailing list as a guest
POST /api/guest/claim | Bring a guest's purchase into your account
POST /api/guest/mail | Send a guest their links again
POST /api/guest/forget | Forget a guest's address
GET /api/guest/:secret/download | Download what a guest collected
GET /api/guest/:secret/audio/:trackId | Stream what a guest collected
POST /api/casset/:slug/tip | Begin to tip an artist
POST /api/codes/redeem | Redeem a download code
POST /api/studio/codes | Make download codes
GET /api/studio/codes | List your download codes
DELETE /api/studio/codes/:id | Withdraw download codes
POST /api/studio/emojis | List an emoji
PATCH /api/studio/emojis/:id | Change an emoji
DELETE /api/studio/emojis/:id | Withdraw an emoji
POST /api/casset/:slug/emoji/purchase | Begin to buy an emoji
GET /api/emojis/:file | Fetch the picture of an emoji
GET /api/studio/sales | List your sales
GET /api/admin/sellers/:id/sales | List the sales of a seller
POST /api/studio/sales/:orderId/refund | Refund a sale
GET /api/studio/disputes | List disputes of your sales
GET /api/studio/disputes/:id | Read a dispute
POST /api/studio/disputes/:id/files | Upload evidence
POST /api/studio/disputes/:id/evidence | Answer a dispute
GET /api/studio/payouts | List your payouts
POST /api/studio/payouts/onboarding | Go to the processor to be paid out
POST /api/studio/payouts/dashboard | Go to your account at the processor
POST /api/studio/payouts/permission | Ask to sell
GET /api/admin/sellers | List those who sell
PATCH /api/admin/sellers/:id | Let somebody sell, or no longer
GET /api/studio/tax-details | Read what your receipts say of tax
PATCH /api/studio/tax-details | Change what your receipts say of tax
GET /api/studio/storage | Read what you store
GET /api/studio/statistics | Read your statistics
GET /api/studio/statistics.csv | Fetch your statistics as CSV
GET /api/admin/ledger.csv | Fetch the ledger as CSV
POST /api/casset/:slug/mailing-list | Join a mailing list
GET /api/mailing-lists | List the mailing lists that you are on
DELETE /api/mailing-lists/:id | Leave a mailing list
GET /api/studio/mailing-list | Read your mailing list
GET /api/studio/mailing-list.csv | Fetch your mailing list as CSV
GET /api/desk/settings | Read the settings of the site
PATCH /api/desk/settings | Change settings of the site
POST /api/desk/changes/:id/undo | Undo a change of settings
POST /api/desk/test-email | Send yourself a test letter
POST /api/desk/payments/fix | Mend the webhooks of the payment processor
`,
  // Rooms, drops and releases.
  `
GET /api/casset/:slug/sideb | Listen to the events of a room
GET /api/casset/:slug/listeners | Count who listens in a room
POST /api/casset/:slug/comment | Write in a room
POST /api/casset/:slug/activity | Tell a room what you do
DELETE /api/casset/:slug/comments/:id | Remove a comment
POST /api/casset/:slug/comments/:id/report | Report a comment
GET /api/casset/:slug/room | Read the state of a room
PATCH /api/casset/:slug/room | Change a room
GET /api/casset/:slug/room/members | List who was muted or banned
PUT /api/casset/:slug/room/members/:handle | Mute or ban somebody, or no longer
GET /api/studio/reports | List reports
POST /api/studio/reports/:id/resolve | Resolve a report
GET /api/campaigns | List drops
POST /api/campaigns | Make a drop
GET /api/campaign/:id | Read a drop
PATCH /api/campaign/:id | Change a drop
GET /api/campaign/:id/leaderboard | Read the entries of a drop by their points
POST /api/campaign/:id/fund | Begin to fund the prize of a drop
POST /api/campaign/:id/launch | Open a drop
POST /api/campaign/:id/select-winner | Choose who wins a drop
POST /api/campaign/:id/payout | Pay out the prize of a drop
POST /api/campaign/:id/cancel | Cancel a drop
POST /api/co-cassets | Make a casset of several artists
GET /api/co-cassets/mine | List your cassets of several artists
GET /api/co-cassets/:slug | Read a casset of several artists
POST /api/co-cassets/:slug/members | Invite an artist
POST /api/co-cassets/:slug/accept | Accept an invitation
POST /api/co-cassets/:slug/leave | Leave a casset of several artists
POST /api/co-cassets/:slug/splits | Propose how sales are divided
POST /api/co-cassets/:slug/splits/accept | Accept how sales are divided
GET /api/co-cassets/:slug/room | Read what its artists write to each other
POST /api/co-cassets/:slug/room | Write to its artists
GET /api/co-cassets/:slug/room/stream | Listen to what its artists write
POST /api/co-cassets/:slug/tracks | Add a track of yours
DELETE /api/co-cassets/:slug/tracks/:id | Take off a track
POST /api/studio/releases | Make a release
GET /api/studio/releases | List your releases
GET /api/studio/releases/:id | Read a release of yours
PATCH /api/studio/releases/:id | Change a release of yours
GET /api/internal/releases/:id/dna | Read what your release permits, drafts included
GET /api/internal/releases/:id/manifest-preview | Read what the next version would say
GET /api/internal/releases/:id/provenance-preview | Read the events of your release
GET /api/internal/releases/:id/derivatives | List what is linked with your release
DELETE /api/internal/releases/:id/derivatives/:linkId | Take a link off your release, or refuse it
PATCH /api/internal/releases/:id/permissions | Change what your release permits
POST /api/internal/releases/:id/publish | Publish the next version of your release
`,
]
