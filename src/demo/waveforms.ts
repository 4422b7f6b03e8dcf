/**
 * The waveforms of the demo’s tracks, which their pages show before the tracks are recorded. Made
 * from the music by `bun test/support/demo/demo-waveforms.ts`; a test compares them.
 */
export const WAVEFORMS: Readonly<Record<string, string>> = {
  'waltz-for-two-spools':
    'nnqwixqtwu0rvq36y2l2k3xu1rxjxl24u3o6x0z48x4y526_w32136011z7y8405t6y7-52r-47294u2y4o63u9u0su8idWKAAAA',
  'puddle-regatta':
    'novpuoomqhqpu0twwzu1uquvqvup0try1vxyww01y_6144yz5145x30u70wtvputnnzsvun02925zx8623xt0z67y614x8otLCAA',
  'the-smallest-lighthouse':
    'tomgskjjstrznupnm31uyu_txr22z3xvtyn1s532_n6m3p6-5zn-h88v7-654m1l933u2xi9uryryyr28t30zsqugh0t3nKCAAAA',
  'left-in-a-coat-pocket':
    'gfwdtgrktdsirjpgrk51lxk5p0o3q3n4jqt6vuys0i3lwo8m3o-p3z4t2z42s2w5l2k1o6r2t_t5r4v0_o4l2zypuylzkeWHAAAA',
  'folded-twice':
    'aXXaWbcXUirtpnXQiVOmVPjrumdVPhTP1nh6x14vlk1oa2ofz619ui2vom7lczz27zk_3fc7kb3svt-9icjZztaiSUPGEAAAAAAA',
  azimuth: 'Hezzogqoxplors2rlqis0vpvylu2124z2yprvyu45pqv1513xvgv81z1-usrw2583xnkx051_wplm-50zxpt25z0vszskgMGCBAA',
  'slack-water': 'HaYepphfUmmjbVmslceZRbYRxvjjdVXgmw_52xwy0rsv4-41xwpkqt850w1soiur85zw1smnkz531vzriblr_531wqldXOGCBBBB',
  'harbour-lights-dimmed':
    'GZhppnijcippoqrcelprnpfkuspsljl1245urwu2184ok023_7xw5_11zqlkpv80smapywx3tqcst0zx2zkr53u298zrlXQJECAA',
  'leader-tape': 'EZjp2vtpihfftnffhihYcffhmsy2z2_94vnxtwq45vw5sjkt597242t2vx1xz4_yzxxpvnsrpnsx83vgnupzxmskshRJEEEDDBBA',
  'autobahn-letters':
    '23545w5y610x200611113743554380591435241439252047921612566413735249z5205yz5265577_365-5829092285yEAAA',
  'kilometre-88':
    'ssuttvvurzsqvwr6210330334z40636126247210420-7404434734165154243_4577176-42335526577567774524648yCAAA',
  'hazard-lights':
    'dYebbZZbadbeZbjkl5526351046545-44635678867677973665653gkfjkhlg774888696_-879466767996z766979x9yBAAAA',
  'rest-stop-sunrise':
    'inmoolmjlmoovilrldqq7354192468882715648646375253_54537757644196679164772579557686z756575255512MBAAAA',
  'type-ii-bias':
    'xn7t6ruixezu3vst03-p032t3z06y1u1xuyxyzs6x0x4t3x12x04wx03u146-95uzuxw0x0v3k0w113xy226_z818u953iOGBDCA',
  'white-sleeve':
    'kmlonnmolnmpopmpr7535z35595346z4997559--8777973w5s6354-836--_77548w-_145679_3324688z9498875-5laMFDBB',
  dropout: 'mnoonqpnnmopoqm600x170y11541377405959455585_62zu1wypyhpz1pz3568964818436453362y65343728772979cHHECBB',
  'chrome-position':
    'aeecdcafefd6y320zz1vx7w01xu44x1y48363450127w575y48068637ebXYWaYYeYd_z3376z3338496658246763dgfaeYEAAA',
  'overpass-hearts':
    'YVbcWWeYWWYaY_8484549839428253945_35_31-9846567579463635945515w99_4XVaZaXeYZYXW-w4044_-56u8226YDBAAA',
  'ferric-night-drive':
    'rrrqstrss7412yywzyz4tt52u0uv8427865-573043y06156314120002y2257w7xx_45852389757z054-8z73z452380-2FAAA',
  'exit-44': '1w050tyyq1-64517528_24x73613739743420236y6037y75xz622ghhfljhnlg922217y466y43137503037xx035y265tVBAAA',
  'rewind-season':
    'tklwmlhqkijqmm11486z1v4x3-z51-3y3550_28x733w0v05z0q-3zt60u2z20441141y5yzu30uy222933040wuxlitqikWEBCA',
  'kitchen-four-track':
    'xtjxyn0rrovrqz45715t0328zt1x6233zuz158yy86q413624z_3v3y7287x0818vywvvo0orwvvuywu552523y148s8v4kPEDBA',
  'low-battery-lullaby':
    'tepgvtgncwqofisloqY6vzp13w1p45two5yzzn55vy81w2o9wz1v9063q9sy231w5u6z34q_w26rzpord3snshXxrbribWECCEBA',
  'bus-window-rain':
    'v2uwyrv2vpzz414yv43zw0722zu53xy2642179_722_932715655012-293ywt0xusk0vzu78517172y375389037-644y3rHBBB',
}
