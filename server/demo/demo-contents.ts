/** One act: hours after the doors open, and its name. */
type Act = readonly [hour: number, artistName: string];
/** The invented texts of an event in both languages. `headliners` names acts on the two stages. */
export type DemoContent = {
  name: string;
  nameLat: string;
  description: string;
  descriptionLat: string;
  main: readonly Act[];
  space: readonly Act[];
  headliners: readonly string[];
};

export const runningContent: DemoContent = {
  name: 'ნულოვანი',
  nameLat: 'Nulovani',
  description:
    'ნულოვანი საათი: შესავლისა და უკუთვლის გარეშე. შუაღამის შემდეგ მთავარ სცენაზე OBERTON უკრავს, სფეისზე კი Mtkvari Dub დაბალ ტემპს ინარჩუნებს.',
  descriptionLat:
    'Zero hour: no introduction and no countdown. OBERTON has the Main Stage once midnight is behind us, while Mtkvari Dub keeps the Space Stage low and slow.',
  main: [
    [0, 'Lela M.'],
    [1, 'Kvarkvare'],
    [3, 'OBERTON'],
    [5.5, 'Sister Static'],
  ],
  space: [
    [0, 'Data Dzma'],
    [2, 'Mtkvari Dub'],
    [4, 'Zestafoni'],
  ],
  headliners: ['OBERTON', 'Mtkvari Dub'],
};

export const comingContents: readonly DemoContent[] = [
  {
    name: 'ღრმა მტკვარი',
    nameLat: 'Deep Kura',
    description:
      'ღამით მდინარეც ნელა მიედინება. სფეისზე მძიმე დაბი ჟღერს, მთავარ სცენაზე კი გრძელი, სწორი ხაზები გათენებამდე. კამერა ჯიბეში დატოვეთ. პირველი მოსმენა: https://radio.example/deep-kura',
    descriptionLat:
      'At night even the river slows down. Heavy dub on the Space Stage, long straight lines on the Main Stage until sunrise. Leave your camera in your pocket. A first listen: https://radio.example/deep-kura',
    main: [
      [0, 'Half Kilowatt'],
      [1.5, 'Gldani North'],
      [3.5, 'Wet Cement'],
      [6, 'Lela M.'],
    ],
    space: [
      [0, 'Soft Customs'],
      [2, 'Mtkvari Dub'],
      [5, 'Data Dzma'],
    ],
    headliners: ['Wet Cement', 'Mtkvari Dub'],
  },
  {
    name: 'გოგირდის აბანო',
    nameLat: 'Sulphur Baths',
    description:
      'ორთქლი, კაფელი და დოლი. ოთხი არტისტი დარბაზს ნელ-ნელა ათბობს, ორ საათზე კი Abano Service ცოცხლად უკრავს. წყალი ბარში უფასოა.',
    descriptionLat:
      'Steam, tiles and a kick drum. Four acts warm the room up slowly, and at two Abano Service plays live. Water is free at the bar.',
    main: [
      [0, 'Tape Aunt'],
      [1.5, 'Bazari Loop'],
      [3, 'Abano Service'],
      [5, 'Saburtalo Slow'],
    ],
    space: [
      [0, 'Ghamura'],
      [2.5, 'Bela & Tamo'],
      [5, 'Park Ranger'],
    ],
    headliners: ['Abano Service'],
  },
  {
    name: 'გზატკეცილი',
    nameLat: 'Highway Dept.',
    description:
      'ორი სცენა, ერთი მიმართულება. ხუთ საათამდე სწრაფი და მშრალი ხმა გადასახვევის გარეშე, შემდეგ კი გრძელი გზა სახლისკენ, ნახევრად ანთებულ შუქზე.',
    descriptionLat: 'Two stages, one direction. Fast, dry and without an exit until five, then the long road home with the lights half up.',
    main: [
      [0, 'Kvarkvare'],
      [2, 'Nino Voltage'],
      [4, 'Gldani North'],
      [6, 'Dust Icon'],
    ],
    space: [
      [0, 'Park Ranger'],
      [2, 'Sister Static'],
      [4.5, 'Half Kilowatt'],
    ],
    headliners: ['Nino Voltage', 'Sister Static'],
  },
  {
    name: 'თეთრი ხმაური',
    nameLat: 'White Noise Room',
    description: 'რიტმს ვშლით და დილამდე ისევ ვაწყობთ. ამ ღამით სფეისზე სკამებიც დგას: ვისაც უნდა, ჩამოჯდეს.',
    descriptionLat:
      'We take the beat apart and put it back together by morning. There are benches at the Space Stage tonight: sit down if you like.',
    main: [
      [0, 'Dust Icon'],
      [2, 'Polyphone 6'],
      [4, 'Zestafoni'],
      [6, 'Tape Aunt'],
    ],
    space: [
      [0, 'Ghamura'],
      [3, 'Elene K.'],
      [6, 'Soft Customs'],
    ],
    headliners: ['Polyphone 6'],
  },
];
