import { Link } from 'react-router'

const words = new URLSearchParams({
  subj: 'Пробный доступ на моём устройстве',
  msg: 'Здравствуйте! Пробный доступ не открывается: на этом устройстве его уже брали, но это был не я. ',
})

/** Equal phones look alike to us: anyone who was taken for another has a way to say so. */
export function DeviceNote() {
  return <Link to={`/contacts?${words.toString()}`}>Написать в поддержку</Link>
}
