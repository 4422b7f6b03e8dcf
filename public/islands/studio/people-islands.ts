// The studio's pages about people and files: one chunk, so that a page asks for one file.
import '../../lib/signed-in-parts.ts'

export { default as Desk } from '../desk/groups.tsx'
export { default as Accounts } from './accounts/accounts.tsx'
export { default as Clips } from './clips/clips.tsx'
export { default as NewDrop } from './drops/new-drop.tsx'
export { default as Run } from './drops/run.tsx'
export { default as Files } from './files/files.tsx'
export { default as Invitations } from './invitations/invitations.tsx'
export { default as Moderation } from './room/moderation.tsx'
export { default as Credentials } from './sandbox/credentials.tsx'
export { default as CoCasset } from './together/co-casset.tsx'
export { default as Make } from './together/make.tsx'
