import { requireSiteOwner } from '../../platform/http/require-site-owner.ts'
import type { Viewer } from '../../platform/http/session.ts'

/** Throws FORBIDDEN unless somebody may decide about the content and the people of the site. */
export const requireModerator = (viewer: Viewer): void => requireSiteOwner(viewer)
