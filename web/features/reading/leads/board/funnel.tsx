export function Funnel({ zone }: { zone: string }) {
  return <p>{zone}</p>
}
