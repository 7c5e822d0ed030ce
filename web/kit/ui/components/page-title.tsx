/** The title of the tab. React lifts it into the head. */
export function PageTitle({ name, count }: { name: string | null; count?: string | null }) {
  const title = name === null ? 'Эхолот — сообщения людей, которые ищут вас' : `${name} — Эхолот`
  return <title>{count ? `(${count}) ${title}` : title}</title>
}
