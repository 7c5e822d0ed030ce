import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY } from '../../../kit/clock.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { openTestWorld, PASSWORD, type TestWorld } from '../../../testing/test-world.ts'
import { openBrowser } from './browser.samples.ts'
import { forgetGuestCarts } from './guest-cart.ts'

let world: TestWorld
let vets: number
let video: number
beforeAll(async () => {
  world = await openTestWorld()
  ;[vets, video] = [await world.categoryId('vets'), await world.categoryId('video')]
})
afterAll(() => world.close())

let people = 0
let anna: TestUser
let guest: ReturnType<typeof openBrowser>
beforeEach(async () => {
  people += 1
  anna = await world.customer(`anna-${people}`)
  guest = openBrowser(world)
})

const signIn = () => guest.asks('accounts', 'login', { email: anna.email, password: PASSWORD })
const itemsOf = async (person: TestUser) => (await person.asks('cart', 'getCart', {})).cart.items
const guestCarts = () => world.db.selectFrom('carts').select('id').where('userId', 'is', null).execute()

describe('a guest who signs in', () => {
  it('finds what he chose a moment ago, instead of what he chose before', async () => {
    await anna.asks('cart', 'setCartItems', { value: [vets] })
    await guest.asks('cart', 'setCartItems', { value: [video] })
    await guest.asks('cart', 'updateCart', { tariff: await world.tariffId('category-year') })
    await signIn()
    expect((await anna.asks('cart', 'getCart', {})).cart).toMatchObject({
      items: [video],
      tariff: await world.tariffId('category-year'),
    })
    expect(guest.cookies.cart).toBeUndefined()
    expect(await guestCarts()).toEqual([])
  })

  it('has a cart when he had none, also of something that is no category', async () => {
    await guest.asks('cart', 'updateCart', { tariffDetails: { product: 'group', type: 'trial' } })
    await signIn()
    expect((await anna.asks('cart', 'getCart', {})).cart.tariffDetails).toEqual({ product: 'group', type: 'trial' })
  })

  it('finds his own when he chose nothing, or took everything out again', async () => {
    await anna.asks('cart', 'setCartItems', { value: [vets] })
    await signIn()
    expect(await itemsOf(anna)).toEqual([vets])
    await guest.asks('accounts', 'logout', {})
    await guest.asks('cart', 'addCartItem', { id: video })
    await guest.asks('cart', 'removeCartItem', { id: video })
    await signIn()
    expect(await itemsOf(anna)).toEqual([vets])
    expect(await guestCarts()).toEqual([])
  })

  it('takes nothing along when he cannot sign in', async () => {
    await guest.asks('cart', 'addCartItem', { id: video })
    await guest.asks('accounts', 'login', { email: anna.email, password: 'не тот пароль' })
    expect(await itemsOf(anna)).toEqual([])
    expect(await guest.asks('cart', 'getCart', {})).toMatchObject({ result: { cart: { items: [video] } } })
  })

  it('brings it into one account only, whoever else signs in with the same cookie at once', async () => {
    const boris = await world.customer(`boris-${people}`)
    await guest.asks('cart', 'addCartItem', { id: video })
    const copy = openBrowser(world)
    Object.assign(copy.cookies, guest.cookies)
    await Promise.all([signIn(), copy.asks('accounts', 'login', { email: boris.email, password: PASSWORD })])
    expect([...(await itemsOf(anna)), ...(await itemsOf(boris))]).toEqual([video])
  })

  it('has an empty cart of a guest again after signing out', async () => {
    await guest.asks('cart', 'addCartItem', { id: video })
    await signIn()
    await guest.asks('accounts', 'logout', {})
    expect(await guest.asks('cart', 'getCart', {})).toMatchObject({ result: { cart: { items: [] } } })
    expect(await itemsOf(anna)).toEqual([video])
  })
})

describe('in production', () => {
  let production: TestWorld
  beforeAll(async () => {
    production = await openTestWorld({ config: { production: true } })
  })
  afterAll(() => production.close())

  it('the cookie is one that no neighbouring domain can set; a cart from before moves to it', async () => {
    const before = openBrowser(production)
    await before.asks('cart', 'addCartItem', { id: video })
    const token = before.cookies['__Host-cart'] ?? ''
    expect(before.handed.at(-1)).toMatchObject({ name: '__Host-cart', secure: true, path: '/' })
    expect(before.cookies.cart).toBeUndefined()

    const old = openBrowser(production)
    old.cookies.cart = token
    expect(await old.asks('cart', 'getCart', {})).toMatchObject({ result: { cart: { items: [video] } } })
    await old.asks('cart', 'addCartItem', { id: vets })
    expect(old.cookies).toEqual({ '__Host-cart': token })

    // What is planted beside it is not looked at.
    const planted = openBrowser(production)
    await planted.asks('cart', 'addCartItem', { id: vets })
    old.cookies.cart = planted.cookies['__Host-cart'] ?? ''
    expect(await old.asks('cart', 'getCart', {})).toMatchObject({ result: { cart: { items: [video, vets] } } })
  })
})

it('the cart of a guest who stays away for a month is forgotten, and that of a person is not', async () => {
  await world.db.deleteFrom('carts').execute()
  await guest.asks('cart', 'addCartItem', { id: video })
  await anna.asks('cart', 'addCartItem', { id: vets })
  world.clock.advance(30 * DAY)
  await forgetGuestCarts(world.db, world.clock)
  expect(await guestCarts()).toHaveLength(1)
  world.clock.advance(1)
  await forgetGuestCarts(world.db, world.clock)
  expect(await guestCarts()).toEqual([])
  expect(await itemsOf(await world.customer('later'))).toEqual([])
  expect(await world.db.selectFrom('carts').select('items').where('userId', '=', anna.userId).execute()).toEqual([
    { items: [vets] },
  ])
})
