/**
 * What the library keeps of an account, in memory: its own keeps every person it has ever met, and every message that mentions them.
 * A process listens for weeks.
 */
import { MemoryPeersRepository, MemoryRefMessagesRepository, MemoryStorage } from '@mtcute/core'

/** People and chats met last. What comes from a chat describes it, too: one that is listened to is never forgotten. */
const MOST_PEERS = 20_000

type Peer = Parameters<MemoryPeersRepository['store']>[0]

class RecentPeers extends MemoryPeersRepository {
  override store(peer: Peer): void {
    // To the end of the map: the first in it was met longest ago.
    const known = this.state.entities.get(peer.id)
    if (known) this.#forget(known)
    super.store(peer)
    const [oldest] = this.state.entities.values()
    if (oldest && this.state.entities.size > MOST_PEERS) this.#forget(oldest)
  }

  #forget({ id, usernames, phone }: Peer): void {
    this.state.entities.delete(id)
    for (const name of usernames) if (this.state.usernameIndex.get(name) === id) this.state.usernameIndex.delete(name)
    if (phone !== undefined) this.state.phoneIndex.delete(phone)
  }
}

/** Messages by which someone could be asked for who is known by them alone: nothing is asked of people. */
class NoReferences extends MemoryRefMessagesRepository {
  override store(): void {}
}

export class RecentStorage extends MemoryStorage {
  override readonly peers = new RecentPeers(this.driver)
  override readonly refMessages = new NoReferences(this.driver)
}
