import t from 'tap'
import { normalize } from '#src/core/rules/normalize.ts'
import { termsOf } from '#src/signs/rules/dictionary.ts'
import { sampleContent } from '../support/content.ts'

/** Words and phrases of first-year ASL books, and what students say to each other on the first days. */
const WORDS = `
a lot, about, above, accept, act, admit, afraid, after, afternoon, again, age, ago, agree, airplane, alike, all
all day, all right, allow, almost, alone, also, always, American Sign Language, and, angry, animal, another, answer
ant, any, apple, argue, around, arrive, art, ask, aunt, autumn, awful, baby, bacon, bad, ball, banana, baseball
basketball, bath, bathing suit, bathroom, bear, beautiful, because, become, bed, bedroom, before, begin, behind
believe, below, belt, best, better, between, bicycle, big, bird, birthday, black, blame, blanket, blue, boat, body
book, bored, born, borrow, boss, both, bottle, bottom, bowl, box, boy, boyfriend, bread, break, breakfast, bright
bring, brother, brown, bug, build, bus, busy, but, butter, buy, cake, call, can, can't, candy, cannot, car, careful
carry, cat, catch, cereal, chair, change, chase, cheap, cheese, cherry, chicken, child, children, choose, church
circle, city, class, clean, clock, close, clothes, coat, coffee, cold, college, color, come, complain, computer
confused, continue, cook, cookie, cool, copy, correct, cost, couch, country, cousin, cow, crazy, cry, culture, cup
curious, cut, dad, dance, dark, daughter, day, dead, Deaf, decide, deep, delicious, depend, die, different
difficult, dinner, dirty, discuss, divorce, do, doctor, dog, doll, dollar, don't know, don't like, don't understand
don't want, door, draw, dream, dress, drink, drive, dry, during, each, early, easy, eat, egg, eight, eighteen
embarrassed, empty, enough, enter, evening, every, every day, everyone, everything, exact, example, excited
excuse me, exit, expensive, experience, explain, eye, face, fact, fake, fall, false, family, far, fast, fat, father
favorite, feel, few, field, fifty, fight, find, fine, fingerspell, finish, fire, first, fish, five, floor, flower
fly, follow, food, football, for, forest, forget, forgive, forty, four, fourteen, french fries, Friday, friend, from
front, full, fun, funny, future, game, garden, gentle, gift, girl, girlfriend, give, glad, glasses, go, goal, good
goodbye, graduate, grandfather, grandmother, grass, gray, green, group, grow up, guess, gym, hair, half, hamburger
happen, happy, hard, hard of hearing, hat, hate, have, he, head, healthy, hear, hearing, heavy, hello, help, her
here, hide, high, high school, hill, his, hit, holiday, home, homework, hope, horse, hot, hot dog, hotel, hour
house, how, how are you, how many, how old, hug, hungry, hurry, hurt, husband, I, I love you, ice, ice cream, idea
if, important, improve, in, inform, insect, inside, interesting, interpreter, introduce, invite, jacket, jealous
job, join, joke, juice, keep, key, kick, kiss, kitchen, know, lake, language, large, last, late, later, laugh, law
lazy, learn, leave, left, lend, less, lesson, letter, library, lie, life, light, like, line, list, listen, little
live, lonely, long, look at, look for, lose, loud, lousy, love, low, lunch, make, man, many, marry, math, may, maybe
mean, meaning, meat, medicine, meet, meeting, melon, middle, might, milk, mine, minute, miss, mistake, mom, Monday
money, month, more, morning, mother, move, movie, mushroom, music, must, my, myself, name, napkin, near, necklace
need, neighbor, neighborhood, never, new, next, nice, night, nine, nineteen, no, nobody, noise, none, noon, normal
not, not yet, nothing, now, number, nurse, off, office, often, old, on, once, one, only, open, opposite, orange
order, other, our, out, outside, oven, page, paint, pajamas, pants, paper, parents, park, part, partner, party, past
path, patient, pay, peach, pear, pen, people, pepper, perfect, person, phone, picture, pie, piece, pineapple, pizza
plan, plant, plate, play, please, polite, pond, poor, popcorn, popular, practice, pray, prefer, pretty, problem
promise, proud, pull, pumpkin, purple, purse, push, put, question, quiet, radio, rain, rarely, read, ready, real
really, reason, recently, recess, red, refrigerator, refuse, regular, remember, rent, rest, restaurant, rich, right
ring, room, rough, rude, rule, run, sad, safe, salad, salt, salty, same, sandwich, Saturday, sausage, say, scared
school, science, scissors, sea, second, secret, see, seldom, self, sell, send, sentence, serious, seven, seventeen
sew, share, sharp, shirt, shoes, shop, short, shorts, should, show, shower, shy, sick, sign, silly, simple, since
sing, sister, sit, six, sixty, skinny, sleep, slow, small, smart, smell, smile, smooth, snow, soap, some, someone
something, sometimes, son, soon, sorry, soup, sour, special, spicy, sports, spring, stairs, stand, start, stay
steal, stepfather, stepmother, still, stop, store, storm, story, strange, street, strong, student, study, sugar
suggest, summer, sun, Sunday, sunrise, sunset, surprised, sweet, swim, table, take, take turns, talk, tall, tea
teach, teacher, team, tease, television, tell, temperature, ten, terrible, test, thank you, thank you very much
that, theater, them, then, thin, thing, think, third, thirsty, this, three, throw, thunder, Thursday, time, tired
today, together, tomorrow, tonight, top, towel, toy, train, travel, tree, trouble, true, trust, try, Tuesday, twice
twins, two, ugly, umbrella, uncle, under, understand, university, until, upset, use, vacation, very, visit, voice
wait, wake up, walk, wall, want, war, warm, warn, wash, watch, water, watermelon, way, we, weather, wedding
Wednesday, week, weekend, weird, welcome, wet, what, when, where, which, while, white, who, why, wide, wife, will
win, window, winter, wish, with, without, woman, won't, wonderful, word, work, world, worm, worry, worse, write
wrong, yard, year, yellow, yes, yesterday, you, young, your, zero, zoo
`
  .split(/[,\n]/)
  .map(word => word.trim())
  .filter(Boolean)

t.test('the dictionary has the commonest words of a first course', async t => {
  const { library } = await sampleContent()
  const terms = new Set(library.signs.flatMap(termsOf))
  t.ok(WORDS.length >= 400, `${WORDS.length} words`)
  t.equal(new Set(WORDS).size, WORDS.length, 'each once')
  t.strictSame(
    WORDS.filter(word => !terms.has(normalize(word))),
    [],
  )
})
