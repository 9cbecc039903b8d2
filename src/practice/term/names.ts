import type { Random } from './random.ts'

/** Given and family names that often go together, as in classes of the United States. Nobody real is meant. */
const GROUPS: { weight: number; given: string[]; family: string[] }[] = [
  {
    weight: 34,
    given:
      'Emma Liam Olivia Noah Ava Mason Sophia Ethan Isabella Logan Mia Lucas Charlotte Jackson Amelia Aiden Harper Carter Evelyn Wyatt Abigail Owen Ella Caleb Scarlett Hunter Grace Landon Chloe Isaac Riley Hannah Nora Zoey Levi Hazel Dylan Violet Colin Paige'.split(
        ' ',
      ),
    family:
      'Smith Anderson Miller Wilson Moore Taylor Clark Lewis Walker Hall Young Baker Adams Nelson Carter Mitchell Roberts Turner Phillips Campbell Parker Evans Edwards Collins Stewart Morris Murphy Cook Rogers Bailey Cooper Peterson Kelly Sullivan Fischer Olson Larsen Hughes Bennett Foster'.split(
        ' ',
      ),
  },
  {
    weight: 22,
    given:
      'Sofía Mateo Valentina Santiago Camila Diego Lucía Alejandro Mariana Emiliano Ximena Gabriel Daniela Joaquín Renata Luis Jimena Carlos Fernanda Andrés Paola Miguel Ana José Natalia Iván'.split(
        ' ',
      ),
    family:
      'García Rodríguez Martínez Hernández López González Pérez Sánchez Ramírez Torres Flores Rivera Gómez Díaz Reyes Cruz Morales Ortiz Gutiérrez Chávez Ramos Ruiz Mendoza Álvarez Castillo Vargas Íñiguez Delgado Peña Ríos'.split(
        ' ',
      ),
  },
  {
    weight: 14,
    given:
      'Aaliyah Jayden Imani Malik Nia DeShawn Zuri Xavier Kiara Elijah Ebony Isaiah Jada Marcus Amara Darius Simone Andre Tiana Jalen Naomi Terrence'.split(
        ' ',
      ),
    family:
      'Washington Jefferson Williams Johnson Jackson Robinson Harris Brown Davis Thomas Coleman Brooks Booker Banks Freeman Gaines Charles Dorsey Okafor Adeyemi Mensah Boateng Tesfaye Abebe'.split(
        ' ',
      ),
  },
  {
    weight: 9,
    given:
      'Mei Wei Linh Minh Yuna Jin Hana Kenji Sakura Haruto Xiuying Jun Thuy Duc Mai Pao Kalia Bao Seo-yeon Min-jun Angelica Jericho'.split(
        ' ',
      ),
    family:
      'Nguyen Tran Le Pham Chen Wang Li Zhang Liu Kim Park Lee Choi Tanaka Suzuki Sato Vang Xiong Yang Santos Reyes Bautista'.split(
        ' ',
      ),
  },
  {
    weight: 8,
    given:
      'Priya Arjun Ananya Rohan Diya Vikram Meera Aarav Isha Kabir Sana Zain Ayesha Hamza Fatima Bilal Noor Omar Layla Yusuf'.split(
        ' ',
      ),
    family:
      'Patel Sharma Singh Gupta Reddy Iyer Khan Ahmed Hussain Rahman Chowdhury Das Nair Haddad Nasser Farouk Mansour Said'.split(
        ' ',
      ),
  },
  {
    weight: 6,
    given:
      'Aleksandra Dmitri Katarzyna Piotr Oksana Taras Ivana Luka Anneliese Jonas Giulia Matteo Siobhan Cillian Miriam Ezra Talia Avi'.split(
        ' ',
      ),
    family:
      "Kowalski Nowak Petrov Shevchenko Horvat Novák Weber Schäfer Rossi Esposito O'Brien Gallagher Cohen Levy Goldberg Katz Papadakis Haddow".split(
        ' ',
      ),
  },
  {
    weight: 4,
    given: 'Kai Leilani Keoni Malia Tala Sione Ahyoka Chaska Winona Takoda Nizhoni Aponi'.split(' '),
    family: 'Kealoha Kahananui Tuiasosopo Fonoti Begay Yazzie Tsosie Whitehorse Redcloud Blackwood Lonewolf'.split(' '),
  },
]
const WEIGHTED = GROUPS.map(group => [group, group.weight] as const)

interface PersonName {
  given: string
  family: string
}

export const personName = (random: Random): PersonName => {
  const group = random.weighted(WEIGHTED)
  const other = random.chance(0.15) ? random.weighted(WEIGHTED) : group
  const family = random.pick(other.family)
  const second = random.chance(0.05) ? random.pick(other.family) : family
  return { given: random.pick(group.given), family: second === family ? family : `${family}-${second}` }
}

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '')

/** Returns the part of a school address before the @: 'mrivera27' for a child, 'maya.rivera27' for an adult. */
export const mailbox = ({ given, family }: PersonName, { number, isChild }: { number: number; isChild: boolean }) =>
  isChild ? `${plain(given).slice(0, 1)}${plain(family)}${number}` : `${plain(given)}.${plain(family)}${number}`
