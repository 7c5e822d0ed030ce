import { useTeam } from './use-team.ts'

/** What a team loses with this account: an item of the list of consequences; nothing for who is in none. */
export function LeavingTeam() {
  const { team } = useTeam()
  if (!team) return null
  return team.own ? (
    <li>Ваша команда закончится: участники перестанут видеть вашу ленту и ваши фильтры, лиды команды исчезнут.</li>
  ) : (
    <li>
      Вы выйдете из команды «{team.owner.name}»: ваших заметок не станет и у неё, лиды в работе снова станут ничьими.
    </li>
  )
}
