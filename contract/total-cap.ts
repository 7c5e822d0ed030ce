/** Beyond this many messages the total is not counted on, and is said to be «больше»: of the feed, and of what is said to lead to it. */
export const TOTAL_CAP = 10_000
