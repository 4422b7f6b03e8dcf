import type { Personal } from '../../platform/personal.ts'
import { forgetInvitations } from './use-invitation.ts'

/** The invitations that somebody made, or that only they can use. */
export const invitationPersonal: Personal = { erases: ['invitations'], forget: forgetInvitations }
