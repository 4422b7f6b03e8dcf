import type { Room } from '../../room.ts'
import { playlistPersonal } from './personal.ts'

export const playlistRoom: Room = {
  personal: playlistPersonal,
}
