import type { DemoContent } from './demo-contents.ts';

/** Oldest first. */
export const pastContents: readonly DemoContent[] = [
  {
    name: 'მარილის ხაზი',
    nameLat: 'Salt Line',
    description: 'ზღვიდან დედაქალაქამდე ერთ ღამეში: მთავარ სცენაზე სანაპიროს არტისტები უკრავენ, სფეისზე კი თბილისი პასუხობს.',
    descriptionLat:
      'From the coast to the capital in one night: guests from the seaside on the Main Stage, and Tbilisi answers from the Space Stage.',
    main: [
      [0, 'Soft Customs'],
      [2, 'Bazari Loop'],
      [4.5, 'Gldani North'],
    ],
    space: [
      [0, 'Ghamura'],
      [3, 'Data Dzma'],
    ],
    headliners: ['Bazari Loop'],
  },
  {
    name: 'მეშვიდე აივანი',
    nameLat: 'Seventh Balcony',
    description: 'მეზობლებიც დაპატიჟებულები იყვნენ. შუაღამემდე ჩუმად, მერე აღარ.',
    descriptionLat: 'The neighbours were invited too. Quiet until midnight, then not.',
    main: [
      [0, 'Bela & Tamo'],
      [2, 'Elene K.'],
      [5, 'Dust Icon'],
    ],
    space: [
      [0, 'Park Ranger'],
      [3, 'Saburtalo Slow'],
    ],
    headliners: ['Elene K.'],
  },
  {
    name: 'ფუნიკულიორი',
    nameLat: 'Funicular',
    description: 'ერთი საათი აღმართი, ერთი საათი დაღმართი, და ასე დილამდე.',
    descriptionLat: 'One hour up, one hour down, and so on until morning.',
    main: [
      [0, 'Half Kilowatt'],
      [1, 'Wet Cement'],
      [4, 'Kvarkvare'],
    ],
    space: [
      [0, 'Tape Aunt'],
      [4, 'Soft Customs'],
    ],
    headliners: ['Wet Cement'],
  },
  {
    name: 'ბოლო მარშრუტკა',
    nameLat: 'Last Marshrutka',
    description: 'ყველასთვის, ვინც ბოლო მარშრუტკას ვერ მიუსწრო. გაჩერება მოთხოვნით.',
    descriptionLat: 'For everyone who missed the last ride home. Stops on request.',
    main: [
      [0, 'Lela M.'],
      [2, 'Nino Voltage'],
      [5, 'Bazari Loop'],
    ],
    space: [
      [0, 'Data Dzma'],
      [2, 'Mtkvari Dub'],
    ],
    headliners: ['Nino Voltage', 'Mtkvari Dub'],
  },
  {
    name: 'რკინის გუნდი',
    nameLat: 'Iron Choir',
    description: 'ხმები და ლითონი. მთავარ სცენას ექვსკაციანი გუნდი ხსნის, პირველ საათზე კი სიტყვა მანქანებს გადაეცემა.',
    descriptionLat: 'Voices and metal. A choir of six opens the Main Stage, and at one the machines have their say.',
    main: [
      [0, 'Polyphone 6'],
      [2, 'Wet Cement'],
      [5, 'Sister Static'],
    ],
    space: [
      [0, 'Zestafoni'],
      [4, 'Ghamura'],
    ],
    headliners: ['Polyphone 6'],
  },
  {
    name: 'სტატიკის ბაღი',
    nameLat: 'Static Garden',
    description: 'ვერის აივნებზე ჩაწერილი ხმები, დოლებად დაჭრილი.',
    descriptionLat: 'Sounds recorded on the balconies of Vera, cut into drums.',
    main: [
      [0, 'Dust Icon'],
      [3, 'Sister Static'],
      [6, 'Lela M.'],
    ],
    space: [
      [0, 'Elene K.'],
      [3, 'Park Ranger'],
    ],
    headliners: ['Sister Static'],
  },
  {
    name: 'კიკლიკო',
    nameLat: 'Kikliko',
    description: 'საუზმის მუსიკა: ტკბილად იწყება და ხმამაღლა მთავრდება.',
    descriptionLat: 'Breakfast music: it starts sweet and ends loud.',
    main: [
      [0, 'Tape Aunt'],
      [2, 'Saburtalo Slow'],
      [4, 'Abano Service'],
    ],
    space: [
      [0, 'Bela & Tamo'],
      [4, 'Data Dzma'],
    ],
    headliners: ['Abano Service'],
  },
  {
    name: 'ხურმა',
    nameLat: 'Persimmon',
    description: 'სეზონის პირველი ცივი ღამე, ამიტომ დარბაზი ნარინჯისფერია. კარგად დამწიფებული დისკო და ჯერ კიდევ მკვახე ჰაუსი.',
    descriptionLat:
      'The first cold night of the season, so the room is orange. Disco that was given time to ripen, and house that was not.',
    main: [
      [0, 'Bazari Loop'],
      [2, 'OBERTON'],
      [5, 'Kvarkvare'],
    ],
    space: [
      [0, 'Soft Customs'],
      [3, 'Mtkvari Dub'],
    ],
    headliners: ['OBERTON'],
  },
];
