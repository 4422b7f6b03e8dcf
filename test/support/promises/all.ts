import { dropScenes } from './drop.ts'
import { licenseScenes } from './license.ts'
import { mailScenes } from './mail.ts'
import { musicScenes } from './music.ts'
import type { Scenes } from './scene.ts'
import { siteScenes } from './site.ts'

/** How each promise is made, by its name. */
export const scenes: Scenes = { ...musicScenes, ...dropScenes, ...licenseScenes, ...mailScenes, ...siteScenes }
